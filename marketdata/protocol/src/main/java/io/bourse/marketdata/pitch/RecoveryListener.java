// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

/**
 * Hears the messages of the gap request and spin protocols as {@link RecoveryReader} reads them (sheet E.2). Numbers
 * are as on the wire.
 */
public interface RecoveryListener
{
    /**
     * Login.
     *
     * @param sessionSubId without padding.
     * @param username without padding.
     * @param password without padding; never to be printed.
     */
    default void onLogin(final String sessionSubId, final String username, final String password)
    {
    }

    /**
     * LoginResponse.
     *
     * @param status ACCEPTED or one of the LOGIN characters of {@link PitchMessages}.
     */
    default void onLoginResponse(final byte status)
    {
    }

    /**
     * GapRequest.
     *
     * @param unit 0 to 255.
     * @param sequence of the first message.
     * @param count of messages.
     */
    default void onGapRequest(final int unit, final long sequence, final int count)
    {
    }

    /**
     * GapResponse.
     *
     * @param unit as asked.
     * @param sequence as asked.
     * @param count as asked.
     * @param status ACCEPTED, OUT_OF_RANGE or one of the GAP characters of {@link PitchMessages}.
     */
    default void onGapResponse(final int unit, final long sequence, final int count, final byte status)
    {
    }

    /**
     * SpinImageAvailable.
     *
     * @param sequence number of the last message that the image contains.
     */
    default void onSpinImageAvailable(final long sequence)
    {
    }

    /**
     * SpinRequest.
     *
     * @param sequence of an image.
     */
    default void onSpinRequest(final long sequence)
    {
    }

    /**
     * SpinResponse.
     *
     * @param sequence as asked.
     * @param orderCount Add messages that follow.
     * @param status ACCEPTED, OUT_OF_RANGE or SPIN_IN_PROGRESS of {@link PitchMessages}.
     */
    default void onSpinResponse(final long sequence, final long orderCount, final byte status)
    {
    }

    /**
     * SpinFinished.
     *
     * @param sequence of the image.
     */
    default void onSpinFinished(final long sequence)
    {
    }
}
