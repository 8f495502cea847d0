// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.session.FixCounter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Scenario 14: what a message may not be, field by field. Every one is answered by a Reject that names the reason, uses
 * its number, and leaves the session as it was.
 */
@Tag("venue")
class FixFieldsConformanceTest extends ConformanceTest
{
    private static final int INVALID_TAG = 0;
    private static final int REQUIRED_MISSING = 1;
    private static final int NOT_OF_THIS_MESSAGE = 2;
    private static final int WITHOUT_VALUE = 4;
    private static final int VALUE_OUT_OF_RANGE = 5;
    private static final int WRONG_FORMAT = 6;
    private static final int REPEATED_TAG = 13;
    private static final int OUT_OF_ORDER = 14;
    private static final int GROUP_COUNT = 16;

    @Test
    @DisplayName("14.a: a tag that FIX does not know")
    void shouldRejectWhenTagIsUnknown() throws IOException
    {
        assertRejected("D" + order() + "|999=HI", INVALID_TAG, 999);
        assertRejected("0|999=HI", INVALID_TAG, 999);
    }

    @Test
    @DisplayName("14.a: a user-defined tag is passed over")
    void shouldTakeWhenTagIsUserDefined() throws IOException
    {
        wire.send("D" + order() + "|5999=HI");
        assertEquals("0", FixWire.field(wire.expect("8"), 150));
    }

    @Test
    @DisplayName("14.b: a field that the message must have is missing")
    void shouldRejectWhenARequiredFieldIsMissing() throws IOException
    {
        assertRejected("D" + order().replace("|40=2", ""), REQUIRED_MISSING, 40);
        assertRejected("1", REQUIRED_MISSING, 112);
        assertRejected("F|11=x|41=y|54=1|55=CHEAP-12.26", REQUIRED_MISSING, 60);
    }

    @Test
    @DisplayName("14.c: a field of another message")
    void shouldRejectWhenTagBelongsToAnotherMessage() throws IOException
    {
        assertRejected("D" + order() + "|41=other", NOT_OF_THIS_MESSAGE, 41);
        assertRejected("0|44=1", NOT_OF_THIS_MESSAGE, 44);
    }

    @Test
    @DisplayName("14.d: a tag without a value")
    void shouldRejectWhenTagHasNoValue() throws IOException
    {
        assertRejected("D" + order().replace("|55=CHEAP-12.26", "|55="), WITHOUT_VALUE, 55);
        assertRejected("D" + order() + "|58=", WITHOUT_VALUE, 58);
    }

    @Test
    @DisplayName("14.e: a value that is none of those the field can have")
    void shouldRejectWhenValueIsNotInTheEnumeration() throws IOException
    {
        assertRejected("D" + order().replace("|54=1", "|54=Z"), VALUE_OUT_OF_RANGE, 54);
        assertRejected("D" + order().replace("|40=2", "|40=z"), VALUE_OUT_OF_RANGE, 40);
        assertRejected("D" + order().replace("|59=0", "|59=x"), VALUE_OUT_OF_RANGE, 59);
    }

    @Test
    @DisplayName("14.f: a value of the wrong format")
    void shouldRejectWhenFormatIsWrong() throws IOException
    {
        assertRejected("D" + order().replace("|38=1", "|38=+200.00"), WRONG_FORMAT, 38);
        assertRejected("D" + order().replace("|44=60", "|44=6a"), WRONG_FORMAT, 44);
        assertRejected("D" + order().replace("|60=", "|60=x"), WRONG_FORMAT, 60);
        assertRejected("D" + order().replace("|54=1", "|54=12"), WRONG_FORMAT, 54);
    }

    @Test
    @DisplayName("14.g: a header field in the body")
    void shouldRejectWhenAHeaderFieldStandsInTheBody() throws IOException
    {
        assertRejected("D" + order() + "|97=Y", OUT_OF_ORDER, 97);
    }

    @Test
    @DisplayName("14.h: a tag twice")
    void shouldRejectWhenATagComesTwice() throws IOException
    {
        assertRejected("D" + order() + "|40=2", REPEATED_TAG, 40);
        assertRejected("D" + order() + "|44=61", REPEATED_TAG, 44);
        assertRejected("D|11=twice" + order(), REPEATED_TAG, 11);
    }

    @Test
    @DisplayName("14.i: a group with another number of entries than it says")
    void shouldRejectWhenAGroupHasAnotherCount() throws IOException
    {
        assertRejected("D" + order() + "|386=3|336=A|336=B", GROUP_COUNT, 386);
    }

    @Test
    @DisplayName("14.j: a message that ends in the middle of a group")
    void shouldRejectWhenAGroupBeginsWithAnotherField() throws IOException
    {
        final long sequence = wire.nextOut();
        wire.send("D" + order() + "|386=1|625=B|336=A");
        final String reject = wire.expect("3");
        assertEquals(Long.toString(sequence), FixWire.field(reject, 45), reject);
        wire.expectAlive();
    }

    @Test
    @DisplayName("14.k: a separator inside a value makes a message that cannot be taken apart: it is garbled")
    void shouldPassOverWhenAValueHoldsASeparator() throws IOException
    {
        wire.sendAt(wire.nextOut(), "D" + order() + "|58=one|two");
        wire.expectAlive();
    }

    private String order()
    {
        return ConformanceVenue.order("14-" + wire.nextOut());
    }

    private void assertRejected(final String message, final int reason, final int tag) throws IOException
    {
        final long commands = conformance.venue().counters().get(FixCounter.COMMANDS);
        final long sequence = wire.nextOut();
        wire.send(message);
        wire.expectReject(sequence, reason, tag);
        wire.expectAlive();
        assertEquals(commands, conformance.venue().counters().get(FixCounter.COMMANDS));
    }
}
