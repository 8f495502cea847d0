// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What is read from a template file, field by field.
 */
class FastTemplatesTest
{
    private static FastTemplates load(final String text)
    {
        return FastTemplates.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldReadNamesTagsTypesAndOperators()
    {
        final FastTemplates templates = load("""
            <f:templates xmlns:f="http://www.fixprotocol.org/ns/fast/td/1.1">
              <f:template name="Second" id="12">
                <f:int32 name="a" id="1"/>
                <f:int64 name="b" id="2" presence="optional"><f:copy value="-5"/></f:int64>
                <f:uInt32 name="c" id="3"><f:increment/></f:uInt32>
                <f:uInt64 name="d" id="4" presence="mandatory"><f:default value="6"/></f:uInt64>
                <f:decimal name="e" presence="optional"/>
                <f:string name="f" id="6"><f:constant value="12"/></f:string>
                <f:string name="g" id="7" presence="optional"><f:constant value="x"/></f:string>
                <f:string name="h" id="8" charset="unicode"/>
                <f:byteVector name="i" id="9"/>
                <f:sequence name="j"><f:length name="n" id="10"/><f:int32 name="a" id="1"/></f:sequence>
                <f:sequence name="k" presence="optional"><f:int32 name="l"><f:copy/></f:int32></f:sequence>
                <f:sequence name="m"/>
              </f:template>
              <f:template name="First" id="3"/>
            </f:templates>""");
        final List<String> lines = new ArrayList<>();
        templates.all().forEach((template) ->
        {
            lines.add(template.name() + ' ' + template.id() + " slots=" + template.slotCount());
            describe(lines, template.fields(), "");
        });
        assertEquals(
            """
            First 3 slots=0
            Second 12 slots=13
            a 1 INT NONE mandatory null 0 ''
            b 2 INT COPY optional -5 -5 '-5' in map
            c 3 UINT INCREMENT mandatory null 0 '' in map
            d 4 UINT DEFAULT mandatory 6 6 '6' in map
            e 0 DECIMAL NONE optional null 0 ''
            f 6 ASCII CONSTANT mandatory 12 0 '12'
            g 7 ASCII CONSTANT optional x 0 'x' in map
            h 8 UNICODE NONE mandatory null 0 ''
            i 9 BYTES NONE mandatory null 0 ''
            j 10 SEQUENCE NONE mandatory null 0 '' entries without map
              a 1 INT NONE mandatory null 0 ''
            k 0 SEQUENCE NONE optional null 0 '' entries with map
              l 0 INT COPY mandatory null 0 '' in map
            m 0 SEQUENCE NONE mandatory null 0 '' entries without map
            """,
            String.join("\n", lines) + '\n');
        final List<FastField> fields = templates.template(12).fields();
        assertEquals(fields.get(0).slot(), fields.get(9).entryFields().get(0).slot());
        assertEquals(13, fields.stream().mapToInt(FastField::slot).max().orElse(0) + 1);
        assertEquals("[a, b, c, d, e, f, g, h, i, j, k, m]", fields.toString());
        assertEquals("First", templates.template(3).name());
        assertNull(templates.template(4));
    }

    private static void describe(final List<String> lines, final List<FastField> fields, final String indent)
    {
        for (final FastField field : fields)
        {
            lines.add(indent + field.name() + ' ' + field.id() + ' ' + field.type() + ' ' + field.operator() +
                (field.isOptional() ? " optional " : " mandatory ") + field.initialText() + ' ' +
                field.initialNumber() + " '" + new String(field.initialBytes(), StandardCharsets.UTF_8) + '\'' +
                (field.usesPresenceMap() ? " in map" : "") +
                (FastType.SEQUENCE != field.type() ? "" :
                    field.hasEntryPresenceMap() ? " entries with map" : " entries without map"));
            describe(lines, field.entryFields(), indent + "  ");
        }
    }

    @Test
    void shouldRefuseTwoTemplatesOfOneId()
    {
        final String message = assertThrows(FastFormatException.class, () -> load(
            "<templates><template name=\"A\" id=\"5\"/><template name=\"B\" id=\"5\"/></templates>")).getMessage();
        assertEquals("Two templates have one id: templateId=5", message);
    }

    @Test
    void shouldRefuseWhatIsNotUnderstoodByName()
    {
        assertEquals(
            List.of("An operator is not known: operator=delta field=a",
                "A field type is not known: type=group field=g",
                "A constant has no value: field=a",
                "A decimal has an operator: field=a",
                "A length of a sequence has an operator: sequence=s"),
            List.of(refusal("<uInt32 name=\"a\"><delta/></uInt32>"),
                refusal("<group name=\"g\"/>"),
                refusal("<string name=\"a\"><constant/></string>"),
                refusal("<decimal name=\"a\"><copy/></decimal>"),
                refusal("<sequence name=\"s\"><length name=\"n\"><copy/></length></sequence>")));
    }

    private static String refusal(final String fields)
    {
        return assertThrows(FastFormatException.class,
            () -> load("<templates><template name=\"T\" id=\"5\">" + fields + "</template></templates>")).getMessage();
    }

    @Test
    void shouldRefuseAFileThatDeclaresEntities()
    {
        final FastFormatException ex = assertThrows(FastFormatException.class, () -> load(
            "<!DOCTYPE templates [<!ENTITY name \"A\">]><templates><template name=\"&name;\" id=\"5\"/></templates>"));
        assertTrue(ex.getCause().getMessage().contains("DOCTYPE"), ex.getCause().getMessage());
    }

    @Test
    void shouldPrintNothingWhenAFileIsDamaged()
    {
        final PrintStream former = System.err;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try
        {
            assertThrows(FastFormatException.class, () -> load("<templates><template"));
        }
        finally
        {
            System.setErr(former);
        }
        assertEquals("", printed.toString(StandardCharsets.UTF_8));
    }
}
