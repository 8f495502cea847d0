// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/**
 * Reads a schema file of the SBE tool. Knows what our schemas use: types, enumerations, sets, decimals with a constant
 * exponent, other composites of simple types, dimensions of groups and text of any length; little-endian.
 */
final class SbeSchemaReader
{
    private final Map<String, SbeType> types = new HashMap<>();
    private final Map<String, Map<String, SbeType>> composites = new HashMap<>();

    private SbeSchemaReader()
    {
        for (final Primitive primitive : Primitive.values())
        {
            types.put(primitive.schemaName(), new SbeType(
                primitive.schemaName(), Primitive.CHAR == primitive ? SbeType.Kind.TEXT : SbeType.Kind.NUMBER,
                primitive, 1, false, primitive.nullValue(), 0, new TreeMap<>()));
        }
    }

    /**
     * Reads a schema of the class path.
     *
     * @param resource name, without a slash before it.
     * @return schema, or null if there is no such resource.
     * @throws IllegalStateException if it is no schema that this class knows, which only a test should ever see.
     */
    static SbeSchema read(final String resource)
    {
        try (InputStream in = SbeSchemaReader.class.getClassLoader().getResourceAsStream(resource))
        {
            if (null == in)
            {
                return null;
            }
            final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return new SbeSchemaReader().schema(factory.newDocumentBuilder().parse(in));
        }
        catch (final IOException | SAXException | ParserConfigurationException | IllegalArgumentException ex)
        {
            throw new IllegalStateException("The schema cannot be read: resource=" + resource, ex);
        }
    }

    private SbeSchema schema(final Document document)
    {
        final Element root = document.getDocumentElement();
        if (!"littleEndian".equals(root.getAttribute("byteOrder")))
        {
            throw new IllegalArgumentException("not little-endian: byteOrder=" + root.getAttribute("byteOrder"));
        }
        final SortedMap<Integer, SbeMessage> messages = new TreeMap<>();
        for (final Element element : children(root))
        {
            if ("types".equals(kind(element)))
            {
                children(element).forEach(this::define);
            }
        }
        for (final Element element : children(root))
        {
            if ("message".equals(kind(element)))
            {
                final int templateId = Integer.parseInt(element.getAttribute("id"));
                messages.put(templateId, new SbeMessage(element.getAttribute("name"), templateId, block(element)));
            }
        }
        return new SbeSchema(Integer.parseInt(root.getAttribute("id")), Integer.parseInt(root.getAttribute("version")),
            root.getAttribute("description"), messages);
    }

    private void define(final Element element)
    {
        final String name = element.getAttribute("name");
        switch (kind(element))
        {
            case "type":
                types.put(name, simple(element));
                break;

            case "enum":
                types.put(name, named(element, SbeType.Kind.ENUMERATION));
                break;

            case "set":
                types.put(name, named(element, SbeType.Kind.SET));
                break;

            case "composite":
                composite(element);
                break;

            default:
                throw new IllegalArgumentException("not known in types: element=" + element.getNodeName());
        }
    }

    private static SbeType simple(final Element element)
    {
        final Primitive primitive = Primitive.of(element.getAttribute("primitiveType"));
        final String length = element.getAttribute("length");
        final boolean isText = Primitive.CHAR == primitive;
        final String nullValue = element.getAttribute("nullValue");
        return new SbeType(
            element.getAttribute("name"),
            isText ? SbeType.Kind.TEXT : SbeType.Kind.NUMBER,
            primitive,
            length.isEmpty() ? 1 : Integer.parseInt(length),
            "optional".equals(element.getAttribute("presence")),
            nullValue.isEmpty() ? primitive.nullValue() : primitive.parse(nullValue),
            0,
            new TreeMap<>());
    }

    private SbeType named(final Element element, final SbeType.Kind kind)
    {
        final String encoding = element.getAttribute("encodingType");
        final SbeType known = types.get(encoding);
        final Primitive primitive = null == known ? Primitive.of(encoding) : known.primitive();
        final SortedMap<Long, String> names = new TreeMap<>();
        for (final Element value : children(element))
        {
            final String text = value.getTextContent();
            names.put(SbeType.Kind.SET == kind ? Long.parseLong(text.strip()) : primitive.parse(text),
                value.getAttribute("name"));
        }
        final boolean isOptional = SbeType.Kind.ENUMERATION == kind && null != known && known.isOptional();
        return new SbeType(element.getAttribute("name"), kind, primitive, 1, isOptional,
            isOptional ? known.nullValue() : primitive.nullValue(), 0, names);
    }

    private void composite(final Element element)
    {
        final Map<String, SbeType> members = new LinkedHashMap<>();
        int exponent = 0;
        for (final Element member : children(element))
        {
            if ("constant".equals(member.getAttribute("presence")))
            {
                exponent = Integer.parseInt(member.getTextContent().strip());
            }
            else
            {
                members.put(member.getAttribute("name"), simple(member));
            }
        }
        final String name = element.getAttribute("name");
        composites.put(name, members);
        final SbeType mantissa = members.get("mantissa");
        if (null != mantissa)
        {
            types.put(name, new SbeType(name, SbeType.Kind.DECIMAL, mantissa.primitive(), 1, mantissa.isOptional(),
                mantissa.nullValue(), exponent, new TreeMap<>()));
        }
    }

    private SbeBlock block(final Element parent)
    {
        final List<SbeField> fields = new ArrayList<>();
        final List<SbeGroup> groups = new ArrayList<>();
        final List<SbeData> data = new ArrayList<>();
        int length = 0;
        for (final Element element : children(parent))
        {
            final String name = element.getAttribute("name");
            final int tag = Integer.parseInt(element.getAttribute("id"));
            switch (kind(element))
            {
                case "field":
                    if (!"constant".equals(element.getAttribute("presence")))
                    {
                        final String offset = element.getAttribute("offset");
                        length = offset.isEmpty() ? length : Integer.parseInt(offset);
                        for (final SbeField field : fields(element, name, tag, length))
                        {
                            fields.add(field);
                            length += field.type().length();
                        }
                    }
                    break;

                case "group":
                    groups.add(group(element, name, tag));
                    break;

                case "data":
                    data.add(new SbeData(name, tag,
                        composites.get(element.getAttribute("type")).get("length").primitive()));
                    break;

                default:
                    throw new IllegalArgumentException("not known in a message: element=" + element.getNodeName());
            }
        }
        final String blockLength = parent.getAttribute("blockLength");
        return new SbeBlock(blockLength.isEmpty() ? length : Integer.parseInt(blockLength), fields, groups, data);
    }

    private List<SbeField> fields(final Element element, final String name, final int tag, final int start)
    {
        final String typeName = element.getAttribute("type");
        if (types.containsKey(typeName) || !composites.containsKey(typeName))
        {
            return List.of(new SbeField(name, tag, start, fieldType(element)));
        }
        final List<SbeField> members = new ArrayList<>();
        int offset = start;
        for (final Map.Entry<String, SbeType> member : composites.get(typeName).entrySet())
        {
            members.add(new SbeField(name + SbeField.MEMBER + member.getKey(), tag, offset, member.getValue()));
            offset += member.getValue().length();
        }
        return members;
    }

    private SbeType fieldType(final Element field)
    {
        final SbeType type = types.get(field.getAttribute("type"));
        if (null == type)
        {
            throw new IllegalArgumentException("not known: type=" + field.getAttribute("type") + " field=" +
                field.getAttribute("name"));
        }
        return "optional".equals(field.getAttribute("presence")) && !type.isOptional() ?
            new SbeType(type.name(), type.kind(), type.primitive(), type.count(), true, type.nullValue(),
                type.exponent(), type.names()) : type;
    }

    private SbeGroup group(final Element element, final String name, final int tag)
    {
        final String dimension = element.getAttribute("dimensionType");
        final Map<String, SbeType> members = composites.get(dimension.isEmpty() ? "groupSizeEncoding" : dimension);
        return new SbeGroup(name, tag, members.get("blockLength").primitive(), members.get("numInGroup").primitive(),
            block(element));
    }

    private static List<Element> children(final Element parent)
    {
        final List<Element> elements = new ArrayList<>();
        for (Node node = parent.getFirstChild(); null != node; node = node.getNextSibling())
        {
            if (node instanceof final Element element)
            {
                elements.add(element);
            }
        }
        return elements;
    }

    private static String kind(final Element element)
    {
        final String name = element.getNodeName();
        return name.substring(name.indexOf(':') + 1);
    }
}
