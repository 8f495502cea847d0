// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.LedgerDay;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.report.file.CsvReader;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.report.file.XmlReader;
import io.bourse.clearing.report.file.XmlWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;

/** What the regulator receives fits the schema and adds up to the tables. */
class RegulatorReportsTest
{
    private static final RunHeader HEADER = new RunHeader(2_026_112_102L, "E", 5, 20_261_121, 1);

    @TempDir
    private Path root;
    private final long seed = System.nanoTime();
    private LedgerDay day;
    private CalculationInput input;
    private RunBooks books;
    private List<ManifestEntry> entries;

    @BeforeEach
    void writeReports() throws IOException
    {
        day = new LedgerDay(root, seed, 2);
        input = day.write(true);
        books = RunBooks.open(day.directory("2-E"));
        entries = write("reg", 2);
    }

    @AfterEach
    void close()
    {
        books.close();
        day.close();
    }

    private List<ManifestEntry> write(final String name, final int threads) throws IOException
    {
        final ContractFigures[] figures = new ContractFigures[input.contracts().length];
        for (int i = 0; i < figures.length; i++)
        {
            final long settlementE5 = input.contracts()[i].settlementE5();
            figures[i] = new ContractFigures(
                0, settlementE5, null, settlementE5 - 5_000_000, settlementE5 + 5_000_000, 0, 0, 0, 0);
        }
        final ReportInput plain = ReportInput.of(HEADER, input, books);
        final ReportInput reports = new ReportInput(
            HEADER, input, books, null, null, null, null, List.of(), figures, plain.settlementAccounts(),
            plain.required(), plain.accounts(), plain.calls());
        return new RegulatorReports(reports, threads)
            .write(List.of(), Files.createDirectories(root.resolve(name)));
    }

    @Test
    void shouldWriteTheSameFilesWithAnyNumberOfThreads() throws IOException
    {
        assertEquals(entries, write("one", 1));
        assertEquals(ReportType.of(ReportWave.REGULATOR).stream().map(ReportType::reportName).sorted().toList(),
            entries.stream().map(entry -> entry.type().reportName()).toList());
    }

    @Test
    void shouldFitTheSchema() throws IOException, SAXException
    {
        for (final ManifestEntry entry : entries)
        {
            schema().newValidator().validate(new StreamSource(new ByteArrayInputStream(bytes(entry))));
            final CsvReader.Summary read = XmlReader.read(
                new ByteArrayInputStream(bytes(entry)), entry.type().sumColumn(), row -> { });
            assertTrue(read.isConsistent(), () -> entry + " " + read);
            assertEquals(entry.rows(), read.rows());
            assertEquals(entry.sum(), read.sum());
            final byte[] changed = new String(bytes(entry), StandardCharsets.UTF_8)
                .replaceFirst("member=\"AA\"", "member=\"A;\"").getBytes(StandardCharsets.UTF_8);
            if (!Arrays.equals(changed, bytes(entry)))
            {
                assertThrows(SAXException.class, () -> schema().newValidator().validate(
                    new StreamSource(new ByteArrayInputStream(changed))));
            }
        }
    }

    private static Schema schema() throws SAXException
    {
        return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            .newSchema(XmlWriter.class.getResource(XmlWriter.SCHEMA));
    }

    /** A column that is added has to be added to the schema too. */
    @Test
    void shouldHaveTheColumnsOfTheSchema() throws IOException, ParserConfigurationException, SAXException
    {
        final Element root = DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(XmlWriter.class.getResourceAsStream(XmlWriter.SCHEMA)).getDocumentElement();
        final TreeMap<String, List<String>> columns = new TreeMap<>();
        final NodeList elements = root.getElementsByTagName("xs:element");
        for (int i = 0; i < elements.getLength(); i++)
        {
            final Element element = (Element)elements.item(i);
            if (element.getParentNode() == root)
            {
                final List<String> names = new ArrayList<>();
                final NodeList attributes = element.getElementsByTagName("xs:attribute");
                for (int a = 0; a < attributes.getLength(); a++)
                {
                    names.add(((Element)attributes.item(a)).getAttribute("name"));
                }
                columns.put(element.getAttribute("name"), names);
            }
        }
        final TreeMap<String, List<String>> expected = new TreeMap<>();
        for (final ReportType type : ReportType.values())
        {
            if (type.isXml())
            {
                expected.put(type.elementName(), type.columnNames());
            }
        }
        assertEquals(expected, columns);
    }

    @Test
    void shouldAddUpToTheTables() throws IOException
    {
        long margin = 0;
        for (long row = 0; row < books.positions().rows(); row++)
        {
            // Contract 4 is an option with a premium.
            if (4 != books.positions().ints(RunTables.POSITION_INSTRUMENT).get(row))
            {
                margin += books.positions().longs(RunTables.POSITION_VM_DAY).get(row) -
                    books.positions().longs(RunTables.POSITION_VM_PAID).get(row);
            }
        }
        long cash = 0;
        for (long row = 0; row < books.money().rows(); row++)
        {
            cash += books.money().longs(RunTables.MONEY_END).get(row);
        }
        long lots = 0;
        for (final long[] trade : day.trades)
        {
            lots += trade[DayTables.TRADE_QTY];
        }
        assertEquals(margin, sum(ReportType.REG_POSITIONS, "vm"), "seed=" + seed);
        assertEquals(sum(ReportType.REG_POSITIONS, "long"), sum(ReportType.REG_POSITIONS, "short"), "seed=" + seed);
        assertEquals(0, sum(ReportType.REG_POSITIONS, "pos_end"), "seed=" + seed);
        assertEquals(cash, sum(ReportType.REG_MARGIN, "cash"), "seed=" + seed);
        assertEquals(books.money().rows(), sum(ReportType.REG_MARGIN, "registers"));
        assertEquals(2L * day.trades.size(), sum(ReportType.REG_TRADES, "legs"));
        assertEquals(lots, sum(ReportType.REG_TRADES, "buys"), "seed=" + seed);
        assertEquals(lots, sum(ReportType.REG_TRADES, "sells"), "seed=" + seed);
        assertTrue(sum(ReportType.REG_TRADES, "negotiated") > 0, "seed=" + seed);
        // What one member wins the other loses, and a move back is the move forth with the other sign.
        assertEquals(0, sum(ReportType.REG_STRESS, "result"), "seed=" + seed);
        final List<List<String>> stress = rows(ReportType.REG_STRESS);
        assertEquals(List.of("-2", "-1", "1", "2"), stress.subList(0, 4).stream().map(row -> row.get(1)).toList());
        boolean isMoved = false;
        for (final List<String> row : stress)
        {
            // A member may have nothing that a step moves.
            isMoved |= 0 != CsvReader.kopecks(row.get(2));
        }
        assertTrue(isMoved, "seed=" + seed);
    }

    private long sum(final ReportType type, final String column) throws IOException
    {
        long sum = 0;
        for (final List<String> row : rows(type))
        {
            final String text = row.get(type.columnNames().indexOf(column));
            sum += text.contains(".") ? CsvReader.kopecks(text) : Long.parseLong(text);
        }
        return sum;
    }

    private List<List<String>> rows(final ReportType type) throws IOException
    {
        final List<List<String>> rows = new ArrayList<>();
        for (final ManifestEntry entry : entries)
        {
            if (type == entry.type())
            {
                XmlReader.read(new ByteArrayInputStream(bytes(entry)), type.sumColumn(), rows::add);
            }
        }
        return rows;
    }

    private byte[] bytes(final ManifestEntry entry) throws IOException
    {
        try (InputStream in = new ZstdInputStream(Files.newInputStream(root.resolve("reg").resolve(entry.name()))))
        {
            return in.readAllBytes();
        }
    }
}
