// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.rebalancer;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A limit of a register as the streams of all partitions show it: what each partition has, and what is under way
 * between two of them; kopecks of a collateral, orders of the other limits.
 */
final class SharedRegister
{
    /** What is more counts as much. */
    static final long MOST = 1L << 56;
    /** No partition. */
    static final int NONE = -1;
    /** Version of the state that has limits of orders. */
    static final int SINCE_ORDERS = 2;

    /** What one partition has. */
    static final class Part
    {
        final long[] given;
        final long[] taken;
        /** What holds of what the venue and the firm itself have set. */
        boolean isSet;
        /** What the venue has set, and the firm itself; 0: nothing. Of limits of orders only. */
        final long[] set = new long[2];
        /** Whether it has said what it has; then it is shared, and says what it lacks. */
        boolean isAnswered;
        long usable;
        long used;
        /** Of a refusal that nothing was done about yet. */
        long lacking;
        /** When it was asked last what it has; 0 when it has answered, or was not asked. */
        long askedNs;
        /** When it was said last what others have given, by partition. */
        final long[] saidNs;

        Part(final int partitions)
        {
            given = new long[partitions];
            taken = new long[partitions];
            saidNs = new long[partitions];
        }

        /** What it does not need; below 0 when it needs more than it may use. */
        long free()
        {
            return Math.clamp(usable, -MOST, MOST) - Math.min(used, MOST);
        }
    }

    final LimitKind kind;
    final LimitLevel level;
    final String code;
    final Part[] parts;
    /** Partition that gets something now. */
    int receiver = NONE;
    /** Partition that is asked for it now. */
    int giver = NONE;
    long givenNs;
    long needed;
    /** What the giver is asked for. */
    long demanded;
    /** One bit for each partition that has given what it has. */
    long triedPartitions;
    /** Orders were accepted, or something was set. */
    boolean isTouched;
    /** All parts are asked, to be compared. */
    boolean isCompared;
    long comparedNs;
    /** Whether what goes to the receiver was refused for lack of it. */
    boolean isRefusal;
    /** Since when something is moved; 0 when nothing is. */
    long movingSinceNs;
    boolean isActive;
    /** A partition has lost history: more was taken than given. */
    boolean isBroken;

    SharedRegister(final LimitKind kind, final LimitLevel level, final String code, final int partitions)
    {
        this.kind = kind;
        this.level = level;
        this.code = code;
        parts = new Part[partitions];
        Arrays.setAll(parts, index -> new Part(partitions));
    }

    /** Given by one partition and not taken by the other yet. */
    long underWay(final int from, final int to)
    {
        return parts[from].given[to] - parts[to].taken[from];
    }

    boolean isUnderWay()
    {
        return IntStream.range(0, parts.length).anyMatch(this::isUnderWayTo);
    }

    boolean isUnderWayTo(final int to)
    {
        return IntStream.range(0, parts.length).anyMatch(from -> 0 != underWay(from, to));
    }

    /** What all but one could give. */
    long freeBeside(final Part part)
    {
        return Arrays.stream(parts).filter(each -> each.isSet && each != part)
            .mapToLong(each -> Math.max(0, each.free())).sum();
    }

    /** Whether all have said what they have. */
    boolean isAnswered()
    {
        return Arrays.stream(parts).allMatch(part -> part.isAnswered || !part.isSet);
    }

    int setParts()
    {
        return (int)Arrays.stream(parts).filter(part -> part.isSet).count();
    }

    /** What the part may use when so much collateral is set. */
    void set(final int partition, final long kopecks, final long used)
    {
        final Part part = parts[partition];
        part.isSet = true;
        part.used = used;
        usable(part, kopecks);
    }

    /**
     * What the part may use when the venue, or the firm itself, sets a limit of orders.
     *
     * @param partition whose.
     * @param isFirm the firm itself.
     * @param orders 0: not limited.
     */
    void setOrders(final int partition, final boolean isFirm, final long orders)
    {
        final Part part = parts[partition];
        part.set[isFirm ? 1 : 0] = orders;
        final long held = 0 == part.set[0] || 0 == part.set[1] ?
            Math.max(part.set[0], part.set[1]) : Math.min(part.set[0], part.set[1]);
        part.isSet = 0 != held;
        usable(part, held);
        if (!part.isSet)
        {
            // It gives nothing, and lacks nothing.
            part.lacking = 0;
            receiver = NONE;
        }
    }

    private static void usable(final Part part, final long set)
    {
        part.usable = Math.clamp(set, -MOST, MOST) + Arrays.stream(part.taken).sum() - Arrays.stream(part.given).sum();
    }

    /**
     * Its name among all.
     *
     * @param kind of the limit.
     * @param level of the register.
     * @param code of the register.
     * @return key.
     */
    static String key(final LimitKind kind, final LimitLevel level, final String code)
    {
        return kind + " " + level + " " + code;
    }

    void checkpoint(final CheckpointState state)
    {
        for (final Part part : parts)
        {
            part.isSet = state.flag(part.isSet);
            part.isAnswered = state.flag(part.isAnswered);
            part.usable = state.number(part.usable);
            part.used = state.number(part.used);
            for (int i = 0; i < part.set.length && state.version() >= SINCE_ORDERS; i++)
            {
                part.set[i] = state.number(part.set[i]);
            }
            for (int i = 0; i < parts.length; i++)
            {
                part.given[i] = state.number(part.given[i]);
                part.taken[i] = state.number(part.taken[i]);
            }
        }
    }

    @Override
    public String toString()
    {
        return "limit=" + kind + " level=" + level + " code=" + code;
    }
}
