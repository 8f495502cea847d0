// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.rebalancer;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.LimitLevel;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A register as the streams of all partitions show it: what each partition has, and what is under way between two of
 * them.
 */
final class SharedRegister
{
    /** What is more counts as much. */
    static final long MOST_KOPECKS = 1L << 56;

    /** What one partition has. */
    static final class Part
    {
        final long[] given;
        final long[] taken;
        boolean isSet;
        /** Whether it has said what it has; then it is shared, and says what it lacks. */
        boolean isAnswered;
        long usableKopecks;
        long requiredKopecks;
        /** Of a refusal that nothing was done about yet. */
        long lackingKopecks;
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
        long freeKopecks()
        {
            return Math.clamp(usableKopecks, -MOST_KOPECKS, MOST_KOPECKS) - Math.min(requiredKopecks, MOST_KOPECKS);
        }
    }

    final LimitLevel level;
    final String code;
    final Part[] parts;
    /** Partition that gets something now; -1 for none. */
    int receiver = -1;
    /** Partition that is asked for it now; -1 for none. */
    int giver = -1;
    long givenNs;
    long neededKopecks;
    /** What the giver is asked for. */
    long demandedKopecks;
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

    SharedRegister(final LimitLevel level, final String code, final int partitions)
    {
        this.level = level;
        this.code = code;
        parts = new Part[partitions];
        Arrays.setAll(parts, index -> new Part(partitions));
    }

    /** Given by one partition and not taken by the other yet. */
    long underWayKopecks(final int from, final int to)
    {
        return parts[from].given[to] - parts[to].taken[from];
    }

    boolean isUnderWay()
    {
        return IntStream.range(0, parts.length).anyMatch(this::isUnderWayTo);
    }

    boolean isUnderWayTo(final int to)
    {
        return IntStream.range(0, parts.length).anyMatch(from -> 0 != underWayKopecks(from, to));
    }

    /** What all but one could give. */
    long freeBeside(final Part part)
    {
        return Arrays.stream(parts).filter(each -> each.isSet && each != part)
            .mapToLong(each -> Math.max(0, each.freeKopecks())).sum();
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

    /** What the part may use when so much is set. */
    void set(final int partition, final long kopecks, final long requiredKopecks)
    {
        final Part part = parts[partition];
        part.isSet = true;
        part.requiredKopecks = requiredKopecks;
        part.usableKopecks = Math.clamp(kopecks, -MOST_KOPECKS, MOST_KOPECKS) +
            Arrays.stream(part.taken).sum() - Arrays.stream(part.given).sum();
    }

    void checkpoint(final CheckpointState state)
    {
        for (final Part part : parts)
        {
            part.isSet = state.flag(part.isSet);
            part.isAnswered = state.flag(part.isAnswered);
            part.usableKopecks = state.number(part.usableKopecks);
            part.requiredKopecks = state.number(part.requiredKopecks);
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
        return "level=" + level + " code=" + code;
    }
}
