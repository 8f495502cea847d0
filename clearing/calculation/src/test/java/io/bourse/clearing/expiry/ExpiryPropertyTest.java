// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionExpiry;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** I1, I2 and I8 on last days nobody thought of. */
class ExpiryPropertyTest
{
    private static final int ROUNDS = 300;
    private static final long E5 = ExpiryBook.E5;

    private record Holding(String account, int contractId, int lots, int instruction)
    {
    }

    @Test
    void shouldLeaveNothingOpenAndNothingOver()
    {
        final long seed = Long.getLong("seed", 26_114);
        System.out.println("ExpiryPropertyTest seed=" + seed);
        for (int round = 0; round < ROUNDS; round++)
        {
            final Random random = new Random(seed + round);
            final String facts = "seed=" + seed + " round=" + round;
            final List<Holding> holdings = holdings(random);
            final ExpiryBook book = book(random.nextLong(), new Random(seed + round), holdings);
            final ExpiryPlan plan = book.plan();
            shouldNetToZero(book, facts);
            shouldEndEveryPosition(book, facts);
            shouldExerciseAsMuchAsItAssigns(book, plan, facts);
            shouldBeInOrder(book, facts);

            final ExpiryBook shuffled = book(random.nextLong(), new Random(seed + round), holdings);
            assertEquals(plan.movements(), shuffled.plan().movements(), facts);
            assertEquals(book.movements, shuffled.movements, facts);
            assertEquals(book.obligations, shuffled.obligations, facts);
        }
    }

    /** Contracts 10, 11, 12 are futures, from 20 options; every contract sums to zero. */
    private static List<Holding> holdings(final Random random)
    {
        final List<Holding> holdings = new ArrayList<>();
        final int accounts = 2 + random.nextInt(12);
        for (int id = 10; id < 28; id++)
        {
            if (id > 12 && id < 20)
            {
                continue;
            }
            final int bound = 0 == random.nextInt(4) ? 100_000_000 : 1 + random.nextInt(12);
            int net = 0;
            for (int a = 0; a < accounts; a++)
            {
                final boolean isLast = a == accounts - 1;
                final int lots = isLast ? -net : random.nextInt(2 * bound + 1) - bound;
                net += lots;
                final int instruction = 0 == random.nextInt(3) ? random.nextInt(2 * bound + 1) - bound : 0;
                holdings.add(new Holding("AB%02dX%02d".formatted(a % 3, a), id, lots, instruction));
            }
        }
        return holdings;
    }

    /** The same clearing house with everything mentioned in another order. */
    private static ExpiryBook book(final long order, final Random terms, final List<Holding> holdings)
    {
        final ExpiryBook book = new ExpiryBook();
        final List<Runnable> definitions = new ArrayList<>();
        final long priceE5 = (90_000 + terms.nextInt(5) * 100) * E5;
        final int endDate = terms.nextBoolean() ? ExpiryBook.DATE : ExpiryBook.NEVER;
        definitions.add(() -> book.future(10, priceE5, ExpiryBook.NEVER, SettlementType.CASH));
        definitions.add(() -> book.future(11, priceE5, endDate, SettlementType.PHYSICAL));
        definitions.add(() -> book.future(12, -priceE5, endDate, SettlementType.CASH));
        for (int id = 20; id < 26; id++)
        {
            final int option = id;
            final int underlying = 10 + terms.nextInt(3);
            final long strikeE5 = (12 == underlying ? -priceE5 : priceE5) + (terms.nextInt(3) - 1) * 100 * E5;
            final OptionRight right = terms.nextBoolean() ? OptionRight.CALL : OptionRight.PUT;
            definitions.add(() -> book.option(option, right, strikeE5, underlying));
        }
        definitions.add(() -> book.cashOption(26, OptionRight.CALL, 300 * E5, 313 * E5));
        definitions.add(() -> book.cashOption(27, OptionRight.PUT, 300 * E5, 300 * E5));
        Collections.shuffle(definitions, new Random(order));
        definitions.forEach(Runnable::run);
        final List<Holding> shuffled = new ArrayList<>(holdings);
        Collections.shuffle(shuffled, new Random(order));
        for (final Holding holding : shuffled)
        {
            final int ordinal = ordinal(book, holding.contractId());
            book.position(holding.account(), ordinal, holding.lots());
            book.instructions.add(book.account(holding.account()), ordinal, holding.instruction());
        }
        return book;
    }

    private static int ordinal(final ExpiryBook book, final int id)
    {
        for (int i = 0; i < book.contracts.size(); i++)
        {
            if (book.id(i) == id)
            {
                return i;
            }
        }
        throw new IllegalArgumentException("no such contract: id=" + id);
    }

    private static void shouldNetToZero(final ExpiryBook book, final String facts)
    {
        final Map<String, Long> lots = new HashMap<>();
        for (final ExpiryBook.Movement movement : book.movements)
        {
            assertTrue(0 != movement.lots(), facts);
            // Both sides of an exercise have one price, so money nets to zero when lots do.
            final String key = (MovementKind.EXPIRY == movement.kind()) + "/" + movement.instrumentId() + "/" +
                movement.seriesId() + "/" + movement.priceE5();
            lots.merge(key, (long)movement.lots(), Long::sum);
        }
        lots.forEach((key, net) -> assertEquals(0, net, facts + " key=" + key));
        final Map<Integer, long[]> obligations = new HashMap<>();
        for (final ExpiryBook.Obligation obligation : book.obligations)
        {
            assertEquals(11, obligation.instrumentId(), facts);
            final long[] net = obligations.computeIfAbsent(obligation.instrumentId(), id -> new long[2]);
            net[0] += obligation.units();
            net[1] += obligation.moneyKopecks();
            assertEquals(Long.signum(obligation.units()), -Long.signum(obligation.moneyKopecks()), facts);
        }
        obligations.forEach((id, net) -> assertEquals("0 0", net[0] + " " + net[1], facts));
    }

    private static void shouldEndEveryPosition(final ExpiryBook book, final String facts)
    {
        for (int account = 0; account < book.accounts.size(); account++)
        {
            for (int ordinal = 0; ordinal < book.contracts.size(); ordinal++)
            {
                final int id = book.id(ordinal);
                long lots = book.position(account, ordinal);
                for (final ExpiryBook.Movement movement : book.movements)
                {
                    if (movement.instrumentId() == id && movement.account().equals(book.accounts.get(account)))
                    {
                        lots += movement.lots();
                    }
                }
                if (book.contracts.get(ordinal).terms().endsAt(ExpiryBook.DATE, true))
                {
                    assertEquals(0, lots, facts + " id=" + id);
                }
            }
        }
    }

    private static void shouldExerciseAsMuchAsItAssigns(
        final ExpiryBook book, final ExpiryPlan plan, final String facts)
    {
        for (final SeriesOutcome outcome : plan.series())
        {
            final int ordinal = ordinal(book, outcome.instrumentId());
            if (!book.contracts.get(ordinal).terms().isOption())
            {
                continue;
            }
            final OptionRight right = book.contracts.get(ordinal).terms().right();
            final long gainE5 = 0 == outcome.longLots() ? 0 : OptionExpiry.gainE5(
                right, book.contracts.get(ordinal).terms().strikeE5(), outcome.priceE5());
            long exercised = 0;
            for (int account = 0; account < book.accounts.size(); account++)
            {
                final int position = book.position(account, ordinal);
                final long moved = moved(book, account, outcome.instrumentId());
                if (position >= 0)
                {
                    final int wanted = OptionExpiry.exercisedLots(
                        gainE5, position, book.instructions.lots(account, ordinal));
                    assertEquals(wanted, moved, facts + " outcome=" + outcome);
                    exercised += wanted;
                }
                else
                {
                    final double share = (double)outcome.exercisedLots() * -position / outcome.longLots();
                    assertTrue(Math.abs(share - moved) < 1, facts + " share=" + share + " assigned=" + moved);
                }
            }
            assertEquals(outcome.exercisedLots(), exercised, facts + " outcome=" + outcome);
        }
    }

    /** Lots of a series that a register exercised or was assigned. */
    private static long moved(final ExpiryBook book, final int account, final int seriesId)
    {
        long lots = 0;
        for (final ExpiryBook.Movement movement : book.movements)
        {
            if (movement.seriesId() == seriesId && MovementKind.EXPIRY != movement.kind() &&
                movement.account().equals(book.accounts.get(account)))
            {
                final boolean isHeld = book.position(account, ordinal(book, seriesId)) > 0;
                assertEquals(isHeld ? MovementKind.EXERCISE : MovementKind.ASSIGNMENT, movement.kind());
                lots += Math.abs(movement.lots());
            }
        }
        return lots;
    }

    private static void shouldBeInOrder(final ExpiryBook book, final String facts)
    {
        final List<ExpiryBook.Movement> sorted = new ArrayList<>(book.movements);
        sorted.sort(Comparator.comparing(ExpiryBook.Movement::account)
            .thenComparing(ExpiryBook.Movement::instrumentId)
            .thenComparing(ExpiryBook.Movement::kind)
            .thenComparing(ExpiryBook.Movement::seriesId));
        assertEquals(sorted, book.movements, facts);
        final List<ExpiryBook.Obligation> obligations = new ArrayList<>(book.obligations);
        obligations.sort(Comparator.comparing(ExpiryBook.Obligation::account)
            .thenComparing(ExpiryBook.Obligation::instrumentId));
        assertEquals(obligations, book.obligations, facts);
    }
}
