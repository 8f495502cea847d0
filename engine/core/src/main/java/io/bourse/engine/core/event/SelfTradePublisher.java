// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.protocol.SelfTradePreventionSetEncoder;

/**
 * Encodes a firm's settings of self-trade prevention.
 */
public final class SelfTradePublisher
{
    private final EventGroupWriter writer;
    private final SelfTradePreventionSetEncoder encoder = new SelfTradePreventionSetEncoder();

    public SelfTradePublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    public void selfTradePreventionSet(final BrokerageFirm firm)
    {
        writer.next(encoder).scope(firm.selfTradeScope).mode(firm.selfTradeMode);
        for (int i = 0; i < SelfTradePreventionSetEncoder.brokerageFirmLength(); i++)
        {
            encoder.brokerageFirm(i, (byte)(firm.code >>> (i << 3)));
        }
    }
}
