// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.pitch.PitchListener;
import io.bourse.marketdata.pitch.PitchReader;
import io.bourse.marketdata.pitch.PitchSymbol;
import io.bourse.marketdata.pitch.SequencedUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Images of the open orders while they change, against a plain copy taken at the point of the image.
 */
class OpenOrdersTest
{
    private final OpenOrders orders = new OpenOrders();
    private final LinkedHashMap<Long, Long> plain = new LinkedHashMap<>();
    private final ArrayList<Long> ids = new ArrayList<>();
    private final long symbol = PitchSymbol.pack("SI-12.26");
    private long nextId = 1;

    @Test
    void shouldShowAllOrdersAsTheyWereWhenTheImageBeganWhileTheyChange()
    {
        final long seed = System.nanoTime();
        System.out.println("OpenOrdersTest seed=" + seed);
        final Random random = new Random(seed);
        final SpinImage image = new SpinImage(new DayTime(0));
        int shown = 0;
        for (int round = 0; round < 200; round++)
        {
            for (int i = 0; i < 100; i++)
            {
                change(random);
            }
            final List<String> expected = lines();
            image.begin(round + 1, round, orders.size(), 5_000_000_007L);
            orders.beginImage();
            do
            {
                for (int i = random.nextInt(8); 0 < i; i--)
                {
                    change(random);
                }
                if (0 == random.nextInt(500))
                {
                    orders.clear();
                    plain.clear();
                    ids.clear();
                }
            }
            while (orders.continueImage(1 + random.nextInt(3), image));
            image.finish();
            assertEquals(expected, lines(image), "seed=" + seed + " round=" + round);
            assertEquals(expected.size(), image.orderCount);
            shown += expected.size();
            assertEquals(plain.size(), orders.size());
        }
        assertTrue(shown > 2_000, "shown=" + shown + " seed=" + seed);
    }

    private void change(final Random random)
    {
        final int kind = random.nextInt(10);
        if (kind < 5 || ids.isEmpty())
        {
            final long id = nextId++;
            orders.add(id, 0 == id % 2, 100, 1_00000L, symbol, id);
            plain.put(id, 100L);
            ids.add(id);
            return;
        }
        final long id = ids.get(random.nextInt(ids.size()));
        final OpenOrder order = orders.get(id);
        if (kind < 7)
        {
            orders.resize(order, order.qtyLots - 1);
            plain.put(id, order.qtyLots);
        }
        else
        {
            orders.remove(order);
            plain.remove(id);
            ids.remove(id);
        }
    }

    private List<String> lines()
    {
        final ArrayList<String> lines = new ArrayList<>();
        plain.forEach((id, lots) -> lines.add(id + " " + lots));
        return lines;
    }

    private static List<String> lines(final SpinImage image)
    {
        final ArrayList<String> lines = new ArrayList<>();
        int position = 0;
        while (position < image.length())
        {
            assertEquals(SequencedUnit.WHOLE, SequencedUnit.check(image.buffer(), position, image.length() - position));
            PitchReader.read(image.buffer(), position, new PitchListener()
            {
                @Override
                public void onAddOrder(
                    final int timeOffsetNs,
                    final long orderId,
                    final boolean isBid,
                    final long qtyLots,
                    final long orderSymbol,
                    final long priceE5,
                    final int flags)
                {
                    lines.add(orderId + " " + qtyLots);
                }
            });
            position += SequencedUnit.length(image.buffer(), position);
        }
        return lines;
    }
}
