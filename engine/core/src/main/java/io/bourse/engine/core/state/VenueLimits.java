// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SetVenueLimitsDecoder;
import io.bourse.engine.protocol.snapshot.VenueLimitsDecoder;
import io.bourse.engine.protocol.snapshot.VenueLimitsEncoder;

import java.util.function.LongSupplier;

/**
 * How much the core keeps in memory: what there is of each kind, and how much of it there may be. Before the first
 * {@code SetVenueLimits} nothing is limited. A new order counts as a live one, also when it would trade at once. Limits
 * below what there is take nothing away.
 */
public final class VenueLimits implements HashedState, SnapshotPart
{
    /** What is limited for the whole venue, with the bytes that one takes in the heap: see {@code CoreMemoryTest}. */
    public enum Kind
    {
        /** With a price level and a deadline of its own. */
        LIVE_ORDERS(420),
        /** With a register that has a collateral. */
        ACCOUNTS(160),
        INSTRUMENTS(1_600),
        LOGINS(400),
        EXPOSURES(90);

        private final int bytes;

        Kind(final int bytes)
        {
            this.bytes = bytes;
        }

        /** What one takes in the heap of the core. */
        public int bytes()
        {
            return bytes;
        }
    }

    /** Login that {@link #loginNearLimit} gives when there is none. */
    public static final int NO_LOGIN = 0;

    /** One part of so many may be free when a limit is near: the alarm is at 80 %. */
    private static final int FREE_PARTS = 5;
    private static final Kind[] KINDS = Kind.values();

    private final ReferenceData referenceData;
    private final OrderTable orders;
    private final LongSupplier exposures;
    /** By kind; 0: not limited. */
    private final long[] limits = new long[KINDS.length];
    private long ordersPerLogin;
    /** Below, for the host: no part of the state, decides nothing. */
    private int loginNearLimit;
    private long refusals;

    /**
     * Nothing is limited yet.
     *
     * @param referenceData accounts, instruments and logins.
     * @param orders live orders.
     * @param exposures how many exposures there are, on all levels.
     */
    public VenueLimits(final ReferenceData referenceData, final OrderTable orders, final LongSupplier exposures)
    {
        this.referenceData = referenceData;
        this.orders = orders;
        this.exposures = exposures;
    }

    /**
     * Sets all limits; none is negative, 0 is no limit.
     *
     * @param command with the limits.
     */
    public void set(final SetVenueLimitsDecoder command)
    {
        limits[Kind.LIVE_ORDERS.ordinal()] = command.liveOrders();
        limits[Kind.ACCOUNTS.ordinal()] = command.accounts();
        limits[Kind.INSTRUMENTS.ordinal()] = command.instruments();
        limits[Kind.LOGINS.ordinal()] = command.logins();
        limits[Kind.EXPOSURES.ordinal()] = command.exposures();
        ordersPerLogin = command.liveOrdersPerLogin();
    }

    /** Most there may be of a kind; 0: not limited. */
    public long limit(final Kind kind)
    {
        return limits[kind.ordinal()];
    }

    /** Most orders that may live of a login; 0: not limited. */
    public long ordersPerLogin()
    {
        return ordersPerLogin;
    }

    /** How much there is of a kind. */
    public long used(final Kind kind)
    {
        return switch (kind)
        {
            case LIVE_ORDERS -> orders.size();
            case ACCOUNTS -> referenceData.accounts().size();
            case INSTRUMENTS -> referenceData.instrumentCount();
            case LOGINS -> referenceData.loginCount();
            case EXPOSURES -> exposures.getAsLong();
        };
    }

    /** How many orders live of a login; 0 when there is no such login. */
    public long ordersOf(final int loginId)
    {
        final Login login = referenceData.login(loginId);
        return null == login ? 0 : login.liveOrders;
    }

    /**
     * Whether so many more orders of a login may live.
     *
     * @param login whose they are.
     * @param more orders that a command adds, at most; 0 or less: it adds none.
     * @return null when they may.
     */
    public RejectReason orderRefusal(final Login login, final int more)
    {
        if (0 != ordersPerLogin && isNear(login.liveOrders + more, ordersPerLogin))
        {
            loginNearLimit = login.loginId;
        }
        final long ordersLimit = limits[0];
        return more > 0 && (0 != ordersLimit && orders.size() + more > ordersLimit ||
            0 != ordersPerLogin && login.liveOrders + more > ordersPerLogin) ? refused() : null;
    }

    /**
     * Whether there may be so many more of a kind.
     *
     * @param kind that is added to.
     * @param more of it, 0 for none.
     * @return null when there may.
     */
    public RejectReason refusal(final Kind kind, final int more)
    {
        final long limit = limit(kind);
        return more > 0 && 0 != limit && used(kind) + more > limit ? refused() : null;
    }

    private RejectReason refused()
    {
        refusals++;
        return RejectReason.CAPACITY;
    }

    /** How often something was refused since the program started. */
    public long refusals()
    {
        return refusals;
    }

    /**
     * Whether there is 80 % of what there may be, or more.
     *
     * @param kind asked about.
     * @return false when it is not limited.
     */
    public boolean isNearLimit(final Kind kind)
    {
        final long limit = limits[kind.ordinal()];
        return 0 != limit && isNear(used(kind), limit);
    }

    /**
     * The last login that came to 80 % of its orders, or above, with a new one; forgotten when it is asked for.
     *
     * @return its id, or {@link #NO_LOGIN}.
     */
    public int loginNearLimit()
    {
        final int login = loginNearLimit;
        loginNearLimit = NO_LOGIN;
        return login;
    }

    private static boolean isNear(final long used, final long limit)
    {
        return used >= limit - limit / FREE_PARTS;
    }

    private boolean isSet()
    {
        long any = ordersPerLogin;
        for (final long limit : limits)
        {
            any |= limit;
        }
        return 0 != any;
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        if (isSet())
        {
            final VenueLimitsEncoder encoder = writer.begin(new VenueLimitsEncoder());
            writer.write(encoder
                .liveOrders(limit(Kind.LIVE_ORDERS))
                .liveOrdersPerLogin(ordersPerLogin)
                .accounts(limit(Kind.ACCOUNTS))
                .instruments(limit(Kind.INSTRUMENTS))
                .logins(limit(Kind.LOGINS))
                .exposures(limit(Kind.EXPOSURES))
                .encodedLength());
        }
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(VenueLimitsDecoder.TEMPLATE_ID, this::read);
    }

    private void read(final SnapshotRecord record)
    {
        final VenueLimitsDecoder decoder = record.decode(new VenueLimitsDecoder());
        limits[Kind.LIVE_ORDERS.ordinal()] = decoder.liveOrders();
        limits[Kind.ACCOUNTS.ordinal()] = decoder.accounts();
        limits[Kind.INSTRUMENTS.ordinal()] = decoder.instruments();
        limits[Kind.LOGINS.ordinal()] = decoder.logins();
        limits[Kind.EXPOSURES.ordinal()] = decoder.exposures();
        ordersPerLogin = decoder.liveOrdersPerLogin();
    }

    /** Histories without limits have hashes that do not know of any. */
    @Override
    public void hashInto(final StateHash hash)
    {
        if (isSet())
        {
            for (final long limit : limits)
            {
                hash.add(limit);
            }
            hash.add(ordersPerLogin);
        }
    }
}
