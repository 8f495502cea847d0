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
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Logs in one client per login of the venue.
 */
final class DayClients implements AutoCloseable
{
    private static final long LOGON_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final int TWIME_WEIGHT = 24;
    private static final int FIX_WEIGHT = 2;

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
            await(clients.twime, () -> clients.fix.stream().allMatch(FixOrderEntry::isLoggedOn),
                "clients could not log in: twime=" + clients.twime.size() + " fix=" + clients.fix.size());
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

    /** Waits until sessions are established, and others are. */
    static void await(final List<TwimeOrderEntry> sessions, final BooleanSupplier areOthers, final String otherwise)
    {
        final long deadlineNs = System.nanoTime() + LOGON_LIMIT_NS;
        final IdleStrategy idle = new BackoffIdleStrategy();
        while (!(sessions.stream().allMatch(TwimeOrderEntry::isEstablished) && areOthers.getAsBoolean()))
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new DayCheckException(otherwise);
            }
            idle.idle(sessions.stream().mapToInt(TwimeOrderEntry::poll).sum());
        }
    }

    /** Share of each client of {@link #all()} in the flow: most of it is binary, as on real venues. */
    static int[] weights(final ReferenceData data)
    {
        return Stream.concat(
            data.logins().stream().filter(login -> LoginProtocol.TWIME == login.protocol()).map(login -> TWIME_WEIGHT),
            data.logins().stream().filter(login -> LoginProtocol.FIX == login.protocol()).map(login -> FIX_WEIGHT))
            .mapToInt(Integer::intValue).toArray();
    }

    /** All clients; an action of client n goes to the n-th, modulo their number. */
    List<DayClient> all()
    {
        final List<DayClient> all = new ArrayList<>(twime);
        all.addAll(fix);
        return all;
    }

    /** The first TWIME client alone: recorded days are sent through one session. */
    List<DayClient> first()
    {
        return List.of(twime.getFirst());
    }

    /** Begins a part of the day: what happens from now on is counted by itself. */
    Tallies beginPart()
    {
        final Tallies tallies = new Tallies(new ClientTally(), new ClientTally());
        twime.forEach(client -> client.tally(tallies.twime));
        fix.forEach(client -> client.tally(tallies.fix));
        return tallies;
    }

    /** Counts of all clients of a protocol in one part of the day; they run on one thread. */
    record Tallies(ClientTally twime, ClientTally fix)
    {
        ClientTally all()
        {
            final ClientTally sum = new ClientTally();
            sum.add(twime);
            sum.add(fix);
            return sum;
        }
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(twime);
        CloseHelper.quietCloseAll(fix);
    }
}
