// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.agrona.collections.Int2ObjectHashMap;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The templates of a FAST 1.1 template file. Understood are integers, decimals, strings, byte vectors and sequences
 * with the operators of {@link FastOperator}; any other thing in the file is an error.
 */
public final class FastTemplates
{
    private static final String BOURSE_TEMPLATES = "fast-bourse.xml";

    private final Int2ObjectHashMap<FastTemplate> byId = new Int2ObjectHashMap<>();
    private final Map<Integer, FastTemplate> sorted = new TreeMap<>();

    private FastTemplates()
    {
    }

    /**
     * The templates that Bourse sends with.
     *
     * @return templates of docs/protocols/fast-bourse.xml.
     */
    public static FastTemplates bourse()
    {
        try (InputStream in = FastTemplates.class.getResourceAsStream(BOURSE_TEMPLATES))
        {
            if (null == in)
            {
                throw new FastFormatException(
                    "The template file is missing on the class path, build the module: resource=" + BOURSE_TEMPLATES);
            }
            return load(in);
        }
        catch (final IOException ex)
        {
            throw new FastFormatException("Cannot read the template file: resource=" + BOURSE_TEMPLATES, ex);
        }
    }

    /**
     * Reads a template file.
     *
     * @param in the XML text.
     * @return templates.
     * @throws FastFormatException if something in it is not understood.
     */
    public static FastTemplates load(final InputStream in)
    {
        final FastTemplates templates = new FastTemplates();
        try
        {
            final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            final DocumentBuilder builder = factory.newDocumentBuilder();
            // The one that is there by default prints.
            builder.setErrorHandler(new DefaultHandler());
            final Element root = builder.parse(in).getDocumentElement();
            for (final Element element : children(root))
            {
                templates.add(template(element));
            }
        }
        catch (final ParserConfigurationException | SAXException | IOException ex)
        {
            throw new FastFormatException("Cannot read a FAST template file.", ex);
        }
        return templates;
    }

    /**
     * A template by its id.
     *
     * @param id template id.
     * @return template, or null if there is none.
     */
    public FastTemplate template(final int id)
    {
        return byId.get(id);
    }

    /**
     * All templates.
     *
     * @return by id, ascending.
     */
    public Collection<FastTemplate> all()
    {
        return Collections.unmodifiableCollection(sorted.values());
    }

    private void add(final FastTemplate template)
    {
        if (null != byId.put(template.id(), template))
        {
            throw new FastFormatException("Two templates have one id: templateId=" + template.id());
        }
        sorted.put(template.id(), template);
    }

    private static FastTemplate template(final Element element)
    {
        final HashMap<String, Integer> slots = new HashMap<>();
        final List<FastField> fields = fields(children(element), slots);
        return new FastTemplate(
            Integer.parseInt(element.getAttribute("id")), element.getAttribute("name"), fields, slots.size());
    }

    private static List<FastField> fields(final List<Element> elements, final Map<String, Integer> slots)
    {
        final ArrayList<FastField> fields = new ArrayList<>();
        for (final Element element : elements)
        {
            fields.add("sequence".equals(name(element)) ? sequence(element, slots) : scalar(element, slots));
        }
        return Collections.unmodifiableList(fields);
    }

    private static FastField sequence(final Element element, final Map<String, Integer> slots)
    {
        final List<Element> elements = children(element);
        int id = 0;
        if (!elements.isEmpty() && "length".equals(name(elements.get(0))))
        {
            final Element length = elements.remove(0);
            id = id(length);
            if (!children(length).isEmpty())
            {
                throw new FastFormatException(
                    "A length of a sequence has an operator: sequence=" + element.getAttribute("name"));
            }
        }
        return FastField.of(element.getAttribute("name"), id, FastType.SEQUENCE, 0, FastOperator.NONE,
            isOptional(element), null, fields(elements, slots), slot(element, slots));
    }

    private static FastField scalar(final Element element, final Map<String, Integer> slots)
    {
        final List<Element> operators = children(element);
        FastOperator operator = FastOperator.NONE;
        String initialText = null;
        if (!operators.isEmpty())
        {
            operator = operator(name(operators.get(0)), element);
            initialText = operators.get(0).hasAttribute("value") ? operators.get(0).getAttribute("value") : null;
        }
        if (FastOperator.CONSTANT == operator && null == initialText)
        {
            throw new FastFormatException("A constant has no value: field=" + element.getAttribute("name"));
        }
        if (FastType.DECIMAL == type(element) && FastOperator.NONE != operator)
        {
            throw new FastFormatException("A decimal has an operator: field=" + element.getAttribute("name"));
        }
        return FastField.of(element.getAttribute("name"), id(element), type(element), bits(element), operator,
            isOptional(element), initialText, List.of(), slot(element, slots));
    }

    private static FastType type(final Element element)
    {
        return switch (name(element))
        {
            case "int32", "int64" -> FastType.INT;
            case "uInt32", "uInt64" -> FastType.UINT;
            case "decimal" -> FastType.DECIMAL;
            case "string" -> "unicode".equals(element.getAttribute("charset")) ? FastType.UNICODE : FastType.ASCII;
            case "byteVector" -> FastType.BYTES;
            default -> throw new FastFormatException("A field type is not known: type=" + name(element) +
                " field=" + element.getAttribute("name"));
        };
    }

    private static int bits(final Element element)
    {
        return switch (name(element))
        {
            case "int32", "uInt32" -> Integer.SIZE;
            case "int64", "uInt64" -> Long.SIZE;
            default -> 0;
        };
    }

    private static FastOperator operator(final String text, final Element element)
    {
        return switch (text)
        {
            case "constant" -> FastOperator.CONSTANT;
            case "default" -> FastOperator.DEFAULT;
            case "copy" -> FastOperator.COPY;
            case "increment" -> FastOperator.INCREMENT;
            default -> throw new FastFormatException("An operator is not known: operator=" + text +
                " field=" + element.getAttribute("name"));
        };
    }

    private static int slot(final Element element, final Map<String, Integer> slots)
    {
        return slots.computeIfAbsent(element.getAttribute("name"), ignore -> slots.size());
    }

    private static int id(final Element element)
    {
        return element.hasAttribute("id") ? Integer.parseInt(element.getAttribute("id")) : 0;
    }

    private static boolean isOptional(final Element element)
    {
        return "optional".equals(element.getAttribute("presence"));
    }

    private static String name(final Element element)
    {
        final String name = element.getTagName();
        return name.substring(name.indexOf(':') + 1);
    }

    private static List<Element> children(final Element element)
    {
        final ArrayList<Element> children = new ArrayList<>();
        for (Node node = element.getFirstChild(); null != node; node = node.getNextSibling())
        {
            if (node instanceof final Element child)
            {
                children.add(child);
            }
        }
        return children;
    }
}
