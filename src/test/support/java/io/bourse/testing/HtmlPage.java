// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/**
 * Reads a page that we have written back as XML: what it shows where.
 */
public final class HtmlPage
{
    private HtmlPage()
    {
    }

    /**
     * The page; all but its scripts, which are no XML, must be well-formed.
     *
     * @param scripts that must be in it.
     */
    public static Document parse(final String html, final String... scripts)
        throws IOException, SAXException, ParserConfigurationException
    {
        String rest = html;
        for (final String script : scripts)
        {
            if (!rest.contains(script))
            {
                throw new AssertionError("a script is not in the page: length=" + script.length());
            }
            rest = rest.replace(script, "");
        }
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(rest)));
    }

    /** The element of a kind that has this id, or null. */
    public static Element byId(final Document page, final String tag, final String id)
    {
        final NodeList all = page.getElementsByTagName(tag);
        for (int i = 0; i < all.getLength(); i++)
        {
            if (id.equals(((Element)all.item(i)).getAttribute("id")))
            {
                return (Element)all.item(i);
            }
        }
        return null;
    }

    /** All rows of a table, its head included. */
    public static List<List<String>> rows(final Document page, final String table)
    {
        final List<List<String>> rows = new ArrayList<>();
        final NodeList all = byId(page, "table", table).getElementsByTagName("tr");
        for (int i = 0; i < all.getLength(); i++)
        {
            final List<String> row = new ArrayList<>();
            for (Node cell = all.item(i).getFirstChild(); null != cell; cell = cell.getNextSibling())
            {
                row.add(cell.getTextContent());
            }
            rows.add(row);
        }
        return rows;
    }

    /** All rows of a table below its head. */
    public static List<List<String>> rowsBelowHead(final Document page, final String table)
    {
        final List<List<String>> rows = rows(page, table);
        return rows.subList(1, rows.size());
    }

    /** What the elements of a kind say. */
    public static List<String> texts(final Document page, final String tag)
    {
        final List<String> texts = new ArrayList<>();
        final NodeList all = page.getElementsByTagName(tag);
        for (int i = 0; i < all.getLength(); i++)
        {
            texts.add(all.item(i).getTextContent());
        }
        return texts;
    }
}
