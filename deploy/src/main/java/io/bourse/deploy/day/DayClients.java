// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.node.Venue;
import io.bourse.engine.protocol.LoginProtocol;
import org.agrona.CloseHelper;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Logs in one client per login of the venue.
 */
final class DayClients implements AutoCloseable
{
    private static final long LOGON_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private final List<TwimeOrderEntry> twime = new ArrayList<>();
    private final List<FixOrderEntry> fix = new ArrayList<>();

    private DayClients()
    {
    }

    static DayClients connect(final Venue venue, final ReferenceData data) throws IOException
    {
        final DayClients clients = new DayClients();
        try
        {
            clients.open(venue, data);
            clients.awaitLoggedOn();
            return clients;
        }
        catch (final IOException | RuntimeException ex)
        {
            clients.close();
            throw ex;
        }
    }

    private void open(final Venue venue, final ReferenceData data) throws IOException
    {
        final Map<Integer, String> symbols = data.instruments().stream()
            .collect(Collectors.toMap(spec -> spec.instrumentId(), spec -> spec.symbol()));
        for (final ReferenceData.Login login : data.logins())
        {
            final List<String> accounts = data.accounts().stream()
                .filter(account -> account.startsWith(login.brokerageFirm())).toList();
            if (LoginProtocol.TWIME == login.protocol())
            {
                twime.add(new TwimeOrderEntry(venue.twime().localAddress(), login.name(), accounts));
            }
            else
            {
                fix.add(new FixOrderEntry(venue.fix().localAddress(), login.name(), accounts, symbols));
            }
        }
    }

    private void awaitLoggedOn()
    {
        final long deadlineNs = System.nanoTime() + LOGON_LIMIT_NS;
        final IdleStrategy idle = new BackoffIdleStrategy();
        while (!(twime.stream().allMatch(TwimeOrderEntry::isEstablished) &&
            fix.stream().allMatch(FixOrderEntry::isLoggedOn)))
        {
            if (System.nanoTime() > deadlineNs)
            {
                throw new DayCheckException("clients could not log in: twime=" + twime.size() + " fix=" + fix.size());
            }
            idle.idle(twime.stream().mapToInt(TwimeOrderEntry::poll).sum());
        }
    }

    /** All clients; an action of client n goes to the n-th, modulo their number. */
    List<OrderEntry> all()
    {
        final List<OrderEntry> all = new ArrayList<>(twime);
        all.addAll(fix);
        return all;
    }

    /** The first TWIME client alone: recorded days are sent through one session. */
    List<OrderEntry> first()
    {
        return List.of(twime.getFirst());
    }

    ClientTally twimeTally()
    {
        final ClientTally sum = new ClientTally();
        twime.forEach(client -> sum.add(client.tally()));
        return sum;
    }

    ClientTally fixTally()
    {
        final ClientTally sum = new ClientTally();
        fix.forEach(client -> sum.add(client.tally()));
        return sum;
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(twime);
        CloseHelper.quietCloseAll(fix);
    }
}
