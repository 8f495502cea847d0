// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;

import org.agrona.DirectBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Accounts in bulk: taken as a whole or not at all, and as many as there are.
 */
class BulkAccountsTest
{
    private static final String REJECTED = "rejected cl=- order=- account= instrument=0 ";

    private final CoreFixture core = new CoreFixture();
    private final RiskCommandWriter risk = new RiskCommandWriter(core.commands);
    private long definedAccounts;

    @BeforeEach
    void setUp()
    {
        core.send(core.commands.clearingFirm("AA"));
        core.send(core.commands.brokerageFirm("AA01"));
        core.send(core.commands.brokerageFirm("AA02"));
    }

    @Test
    void shouldDefineAllInOneTransaction()
    {
        assertEquals(
            List.of("account AA01001 id=0", "account AA02001 id=1", "account AA01002 id=2"),
            core.send(risk.accounts(0, "AA01001", "AA02001", "AA01002")));
        assertEquals(
            List.of("account AA01001 id=0"), core.send(core.commands.account("AA01001", 0)));
        assertEquals(List.of("account AA01003 id=3"), core.send(risk.accounts(3, "AA01003")));
    }

    @Test
    void shouldAnswerAgainAndGoOnWhenSomeAreKnown()
    {
        core.send(risk.accounts(0, "AA01001", "AA01002"));
        assertEquals(
            List.of("account AA01002 id=1", "account AA01003 id=2"), core.send(risk.accounts(1, "AA01002", "AA01003")));
        final long before = core.stateHash();
        core.send(risk.accounts(0, "AA01001", "AA01002", "AA01003"));
        assertEquals(before, core.stateHash());
    }

    @Test
    void shouldDefineNoneWhenOneIsRefused()
    {
        core.send(risk.accounts(0, "AA01001", "AA01002"));
        final long before = core.stateHash();
        final String known = REJECTED + "ALREADY_DEFINED";
        assertEquals(List.of(known), core.send(risk.accounts(2, "AA01003", "AA01001")));
        assertEquals(List.of(known), core.send(risk.accounts(2, "AA01003", "AA01003")));
        assertEquals(List.of(known), core.send(risk.accounts(1, "AA01003", "AA01004")));
        assertEquals(List.of(known), core.send(risk.accounts(0, 5, AccountCode.pack("AA01001"))));
        assertEquals(List.of(REJECTED + "UNKNOWN_FIRM"), core.send(risk.accounts(2, "AA01003", "AA09001")));
        assertEquals(List.of(REJECTED + "INVALID_FIELD"), core.send(risk.accounts(3, "AA01003")));
        assertEquals(List.of(REJECTED + "INVALID_FIELD"), core.send(risk.accounts(-1, "AA01003")));
        assertEquals(List.of(REJECTED + "INVALID_FIELD"), core.send(risk.accounts(2)));
        assertEquals(List.of(REJECTED + "INVALID_FIELD"), core.send(risk.accounts(2, "AA01003", "AA01 04")));
        assertEquals(before, core.stateHash());
        assertEquals(List.of("account AA01003 id=2"), core.send(risk.accounts(2, "AA01003")));
    }

    @Test
    void shouldLoadAMillion()
    {
        final int count = 1_000_000;
        final int perCommand = 29;
        final MatchingEngine engine = new MatchingEngine(0, this::onFrame);
        final CommandWriter commands = core.commands;
        final BulkCodes codes = new BulkCodes();
        feed(engine, commands.clearingFirm("AA"));
        for (int firm = 0; firm <= count / BulkCodes.CLIENTS_PER_FIRM; firm++)
        {
            feed(engine, commands.brokerageFirm(AccountCode.unpack(BulkCodes.firm(firm))));
        }
        for (int first = 0; first < count; first += perCommand)
        {
            final long[] batch = new long[Math.min(perCommand, count - first)];
            for (int i = 0; i < batch.length; i++)
            {
                batch[i] = codes.next();
            }
            feed(engine, risk.accounts(first, first % 3, batch));
        }
        assertEquals(count, definedAccounts);
    }

    private static void feed(final MatchingEngine engine, final CommandWriter command)
    {
        engine.onCommand(0, 0, command.buffer, CommandWriter.OFFSET, command.length);
    }

    private void onFrame(final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final EventGroupDecoder group = new EventGroupDecoder().wrapAndApplyHeader(buffer, offset, header);
        group.skipClientRef();
        header.wrap(buffer, group.limit());
        if (AccountDefinedDecoder.TEMPLATE_ID == header.templateId())
        {
            definedAccounts += group.eventCount();
        }
    }

    /** Account codes firm by firm, 46,656 to a firm. */
    private static final class BulkCodes
    {
        static final int CLIENTS_PER_FIRM = 36 * 36 * 36;
        private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        private int counter;

        static long firm(final int firm)
        {
            return 'A' | 'A' << 8 | DIGITS.charAt(firm / 36) << 16 | (long)DIGITS.charAt(firm % 36) << 24;
        }

        long next()
        {
            final int client = counter % CLIENTS_PER_FIRM;
            final long code = firm(counter / CLIENTS_PER_FIRM) |
                (long)DIGITS.charAt(client / 1_296) << 32 |
                (long)DIGITS.charAt(client / 36 % 36) << 40 |
                (long)DIGITS.charAt(client % 36) << 48;
            counter++;
            return code;
        }
    }
}
