// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.List;
import java.util.function.Consumer;

import io.bourse.engine.protocol.PublishNewsEncoder;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class NewsTest
{
    private final CoreFixture core = new CoreFixture();
    private VenueCommandWriter venue;

    @BeforeEach
    void open()
    {
        core.withMembers().open();
        venue = new VenueCommandWriter(core.commands);
    }

    @Test
    void shouldPublishNewsWordForWord()
    {
        final String headline = "h".repeat(100);
        final String text = "First line\nsecond line ~";
        assertEquals(
            List.of("NewsPublished instrumentId=2 loginId=1 brokerageFirm=AA01 headline=" + headline + " text=" + text),
            send((news) -> news.instrumentId(2).loginId(1).brokerageFirm("AA01").headline(headline).text(text)));
    }

    @Test
    void shouldPublishToAllWhenNobodyIsNamed()
    {
        assertEquals(
            List.of("NewsPublished instrumentId=0 loginId=0 brokerageFirm= headline=Test text="), send((news) ->
            {
            }));
    }

    @Test
    void shouldRefuseWhatNobodyKnows()
    {
        assertRefused("UNKNOWN_INSTRUMENT", (news) -> news.instrumentId(99));
        assertRefused("UNKNOWN_LOGIN", (news) -> news.loginId(99));
        assertRefused("UNKNOWN_FIRM", (news) -> news.brokerageFirm("ZZ99"));
    }

    @Test
    void shouldRefuseTextThatIsNone()
    {
        assertRefused("INVALID_FIELD", (news) -> news.headline(""));
        assertRefused("INVALID_FIELD", (news) -> news.headline("two\nlines"));
        assertRefused("INVALID_FIELD", (news) -> news.text("field\u0001end"));
        assertRefused("INVALID_FIELD", (news) -> news.text(9, (byte)'x'));
    }

    @Test
    void shouldRefuseGateways()
    {
        final List<String> events = core.send(venue.news(2, (news) ->
        {
        }));
        assertTrue(events.getFirst().contains("NO_RIGHT"), events.getFirst());
    }

    @Test
    void shouldChangeNothing()
    {
        final CoreFixture twin = new CoreFixture().withMembers().open();
        core.commands.nextSequence = 0;
        send((news) -> news.text("nothing"));
        assertEquals(twin.stateHash(), core.stateHash());
    }

    private void assertRefused(final String reason, final Consumer<PublishNewsEncoder> change)
    {
        final List<String> events = send(change);
        assertEquals(1, events.size());
        assertTrue(events.getFirst().contains(reason), events.getFirst());
    }

    private List<String> send(final Consumer<PublishNewsEncoder> change)
    {
        return core.send(venue.news(0, change));
    }
}
