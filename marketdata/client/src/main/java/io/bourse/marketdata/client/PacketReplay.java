// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import org.agrona.DirectBuffer;

/**
 * Where a receiver asks for packets of the incremental feed that neither A nor B has brought: TCP replay (SIMBA B.7
 * item 4). One request at a time, moved on by {@link #doWork}, which never blocks.
 */
public interface PacketReplay extends AutoCloseable
{
    /** What became of the last request. */
    enum State
    {
        /** Nothing was asked for. */
        IDLE,

        /** Connecting, or packets are coming. */
        RUNNING,

        /** The server has said that it sent everything it was asked for. */
        DONE,

        /** Refused, cut off, timed out, or not even connected: see {@link #failure()}. */
        FAILED
    }

    /**
     * Takes the packets.
     */
    @FunctionalInterface
    interface Handler
    {
        /**
         * One packet as it was sent on the incremental feed.
         *
         * @param buffer that holds it during the call.
         * @param offset where it begins.
         * @param length of it in bytes.
         */
        void onPacket(DirectBuffer buffer, int offset, int length);
    }

    /**
     * Asks for packets. A request that is under way is given up.
     *
     * @param firstMsgSeqNum first packet wanted.
     * @param lastMsgSeqNum last packet wanted.
     */
    void request(long firstMsgSeqNum, long lastMsgSeqNum);

    /**
     * Moves the request on.
     *
     * @param handler of the packets that have come.
     * @return work done, 0 if nothing.
     */
    int doWork(Handler handler);

    /**
     * What became of the last request.
     *
     * @return state.
     */
    State state();

    /**
     * Why the last request failed: the server's text, or what went wrong with the connection.
     *
     * @return a sentence, empty unless {@link State#FAILED}.
     */
    String failure();

    /**
     * Gives up the request under way, if there is one; the next {@link #request} connects anew.
     */
    void cancel();

    @Override
    void close();
}
