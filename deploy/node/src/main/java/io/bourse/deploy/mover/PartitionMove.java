// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.mover;

import io.bourse.deploy.operators.acts.OperatorSession;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.MoveOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.MoveState;
import io.bourse.engine.protocol.RejectReason;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Moves the instruments of underlyings from one partition to another, by logged commands in both. Each step looks at
 * what the event streams say first, so that one that died anywhere, or that waits for a second person, is begun again
 * and goes on.
 */
public final class PartitionMove
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long NAMES_TIMEOUT_NS = TimeUnit.MINUTES.toNanos(1);

    /**
     * A partition that takes part.
     *
     * @param session operator who acts in it.
     * @param client of its engine.
     */
    public record Side(OperatorSession session, EngineClient client)
    {
        int partition()
        {
            return client.partition();
        }

        private MoveHistory history()
        {
            return MoveHistory.read(session.dataDir(), client);
        }
    }

    private final Side from;
    private final Side to;
    private final Consumer<String> out;
    private final long namesTimeoutNs;

    /**
     * A move between two partitions.
     *
     * @param from where the instruments are.
     * @param to where they go.
     * @param out gets a line for each step.
     */
    public PartitionMove(final Side from, final Side to, final Consumer<String> out)
    {
        this(from, to, out, NAMES_TIMEOUT_NS);
    }

    PartitionMove(final Side from, final Side to, final Consumer<String> out, final long namesTimeoutNs)
    {
        this.from = from;
        this.to = to;
        this.out = out;
        this.namesTimeoutNs = namesTimeoutNs;
    }

    /**
     * Moves all instruments of underlyings at once, or goes on with the move that is under way between the two.
     *
     * @param underlyings of the instruments.
     * @throws IOException when files cannot be read.
     * @throws IllegalStateException when another move is under way, or the FIX gateway does not name its orders.
     */
    public void move(final List<String> underlyings) throws IOException
    {
        MoveHistory here = from.history();
        MoveHistory there = to.history();
        requireOne(here, there);
        long moveId = here.underWay();
        if (0 == moveId)
        {
            moveId = System.currentTimeMillis();
            takeOut(new MoveOut(moveId, underlyings, to.partition()));
        }
        here = namedHistory(moveId);
        final MoveHistory.Place place = here.place(moveId);
        out.accept("move " + moveId + "  out of partition " + from.partition() + "  records " + place.records());
        if (null == there.place(moveId) || MoveState.DONE != there.place(moveId).state())
        {
            bring(moveId, here, there);
            to.session().execute(to.client(),
                new EndMove(moveId, place.records(), place.hash(), from.partition(), false));
            there = to.history();
        }
        requireState(there, moveId, MoveState.DONE, to);
        out.accept("move " + moveId + "  in partition " + to.partition());
        from.session().execute(from.client(),
            new EndMove(moveId, place.records(), place.hash(), to.partition(), false));
        out.accept("move " + moveId + "  done");
    }

    /** The records are all there when the FIX gateway has named the orders of its logins. */
    private MoveHistory namedHistory(final long moveId)
    {
        final MoveHistory here = MoveHistory.awaitNames(from.session().dataDir(), from.client(), namesTimeoutNs);
        if (!here.unnamed().isEmpty())
        {
            throw new IllegalStateException("the FIX gateway has not named all orders that move, it does not run or " +
                "does not serve their logins; start it and begin the command again, or undo the move: moveId=" +
                moveId + " partition=" + from.partition() + " orders=" + here.unnamed().size() + " firstOrder=" +
                here.unnamed().iterator().next());
        }
        return here;
    }

    private void takeOut(final MoveOut act) throws IOException
    {
        try
        {
            from.session().execute(from.client(), act);
        }
        catch (final CommandRefusedException ex)
        {
            if (RejectReason.UNKNOWN_INSTRUMENT == ex.reason())
            {
                throw new IllegalStateException("the partition has no instruments of an underlying (any more), " +
                    "nothing was done: underlyings=" + act.underlyings() + " partition=" + from.partition(), ex);
            }
            throw ex;
        }
    }

    private void bring(final long moveId, final MoveHistory here, final MoveHistory there) throws IOException
    {
        final MoveHistory.Place place = there.place(moveId);
        if (null == place)
        {
            to.session().execute(to.client(), new BeginMove(
                moveId, here.place(moveId).records(), here.place(moveId).hash(), from.partition()));
        }
        try (OperatorClient operator = new OperatorClient(to.client(), TIMEOUT_NS))
        {
            new MoveOperator(operator).moveIn(moveId, here.records(), null == place ? 0 : place.records());
        }
    }

    /**
     * Undoes the move that is under way: as if it had not begun.
     *
     * @throws IOException when files cannot be read.
     * @throws IllegalStateException when there is none, or the instruments are there already.
     */
    public void undo() throws IOException
    {
        final MoveHistory here = from.history();
        final MoveHistory there = to.history();
        requireOne(here, there);
        final long moveId = here.underWay();
        if (0 == moveId)
        {
            throw new IllegalStateException("no move is under way, nothing was done: partition=" + from.partition());
        }
        final MoveHistory.Place place = there.place(moveId);
        if (null != place && MoveState.DONE == place.state())
        {
            throw new IllegalStateException("the instruments are in the other partition already, nothing was done; " +
                "end the move with `bourse partition move`, then move them back: moveId=" + moveId + " partition=" +
                to.partition());
        }
        if (null == place || MoveState.UNDONE != place.state())
        {
            to.session().execute(to.client(), new EndMove(moveId, 0, 0, from.partition(), true));
        }
        requireState(to.history(), moveId, MoveState.UNDONE, to);
        from.session().execute(from.client(), new EndMove(moveId, 0, 0, to.partition(), true));
        out.accept("move " + moveId + "  undone");
    }

    private void requireOne(final MoveHistory here, final MoveHistory there)
    {
        final long moveId = here.underWay();
        final boolean isOther = 0 != moveId && (MoveState.OUT != here.place(moveId).state() ||
            to.partition() != here.place(moveId).otherPartition());
        final long otherId = there.underWay();
        if (isOther || 0 != otherId && otherId != moveId)
        {
            throw new IllegalStateException("another move is under way, end or undo it first: partition=" +
                (isOther ? from.partition() : to.partition()) + " moveId=" + (isOther ? moveId : otherId));
        }
    }

    private static void requireState(
        final MoveHistory history, final long moveId, final MoveState state, final Side side)
    {
        if (null == history.place(moveId) || state != history.place(moveId).state())
        {
            throw new IllegalStateException("the move does not stand where it should, nothing more was done; begin " +
                "the command again: moveId=" + moveId + " partition=" + side.partition() + " place=" +
                history.place(moveId) + " expected=" + state);
        }
    }
}
