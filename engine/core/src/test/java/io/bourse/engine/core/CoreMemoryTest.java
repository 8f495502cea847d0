// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.state.VenueLimits.Kind;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.testing.TestProcess;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;

/**
 * What one of each {@link Kind} takes in the heap is what the start of a venue reckons with, to a third. Measured with
 * many of them, after collections, in a process of its own.
 */
@Tag("venue")
class CoreMemoryTest
{
    private static final int MANY = 100_000;
    private static final int FIRM_ACCOUNTS = 1_000;

    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
    private long usedBefore;

    @Test
    void shouldTakeWhatTheStartReckonsWith() throws IOException
    {
        System.out.print(TestProcess.runAlone(CoreMemoryTest.class));
    }

    public static void main(final String[] args)
    {
        new CoreMemoryTest().measure();
    }

    private void measure()
    {
        core.returnsTexts = false;
        forget();
        define();
        orderAndCancelOfEachAccount();
        begin();
        for (int i = 0; i < MANY; i++)
        {
            final int clOrdId = i;
            core.order(1, encoder -> encoder.clOrdId(clOrdId).side(Side.BUY.value()).qtyLots(1).priceE5(1 + clOrdId)
                .timeInForce(TimeInForce.GTD.value()).expireDateNs(Long.MAX_VALUE - clOrdId));
            forget();
        }
        end(Kind.LIVE_ORDERS, MANY);
    }

    private void define()
    {
        begin();
        for (int i = 0; i < MANY; i++)
        {
            final String firm = firm(i / FIRM_ACCOUNTS);
            if (0 == i % FIRM_ACCOUNTS)
            {
                core.send(core.commands.clearingFirm(firm.substring(0, 2)));
                core.send(core.commands.brokerageFirm(firm));
            }
            final String code = String.format("%s%03d", firm, i % FIRM_ACCOUNTS);
            core.send(core.commands.account(AccountCode.pack(code), 3 + i));
            core.send(venue.collateral(LimitLevel.CLIENT, code, 1_000_000_000_000L));
            forget();
        }
        end(Kind.ACCOUNTS, MANY);
        begin();
        for (int i = 0; i < MANY; i++)
        {
            core.send(core.commands.login(10 + i, LoginProtocol.TWIME, "login-" + i, firm(i / FIRM_ACCOUNTS)));
            forget();
        }
        end(Kind.LOGINS, MANY);
        begin();
        for (int i = 0; i < MANY / 10; i++)
        {
            core.send(core.commands.instrument(10 + i, "I-" + i, 1, 0, 1_000_000));
            forget();
        }
        end(Kind.INSTRUMENTS, MANY / 10);
    }

    private void orderAndCancelOfEachAccount()
    {
        // What the pools of orders take is not of the exposures.
        core.buy(1, 1, 1);
        core.cancel(1, 2, 1);
        final long exposures = core.engine.limits().used(Kind.EXPOSURES);
        begin();
        for (int i = 0; i < MANY; i++)
        {
            final String code = String.format("%s%03d", firm(i / FIRM_ACCOUNTS), i % FIRM_ACCOUNTS);
            core.order(10 + i, encoder -> encoder.accountCode(AccountCode.pack(code))
                .clOrdId(1).side(Side.BUY.value()).qtyLots(1).priceE5(1).timeInForce(TimeInForce.DAY.value()));
            core.cancel(10 + i, 2, i + 2);
            forget();
        }
        final long made = core.engine.limits().used(Kind.EXPOSURES) - exposures;
        assertTrue(made >= 2L * MANY, "exposures=" + made);
        end(Kind.EXPOSURES, made);
    }

    private static String firm(final int number)
    {
        return String.format("F%c%02d", 'A' + number / 100, number % 100);
    }

    /** What the test hears is no part of the core. */
    private void forget()
    {
        core.recorder.events.clear();
        core.recorder.frames.clear();
        core.recorder.clientRefs.clear();
    }

    private void begin()
    {
        usedBefore = TestProcess.usedHeapBytes();
    }

    private void end(final Kind kind, final long count)
    {
        final long bytes = (TestProcess.usedHeapBytes() - usedBefore) / count;
        System.out.println("CoreMemoryTest kind=" + kind + " bytes=" + bytes + " constant=" + kind.bytes());
        assertTrue(bytes <= kind.bytes() * 4L / 3 && bytes >= kind.bytes() * 2L / 3,
            "kind=" + kind + " bytes=" + bytes + " constant=" + kind.bytes());
    }
}
