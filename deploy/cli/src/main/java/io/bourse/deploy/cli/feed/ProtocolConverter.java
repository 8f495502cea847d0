// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import io.bourse.deploy.cli.support.NameConverter;
import io.bourse.deploy.config.MarketDataConfig.Protocol;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * Protocols of market data, in small letters as in the names of feeds.
 */
final class ProtocolConverter extends NameConverter<Protocol>
{
    ProtocolConverter()
    {
        super(Protocol.class, "protocol", List.of());
    }

    @Override
    public Iterator<String> iterator()
    {
        return Arrays.stream(Protocol.values()).map(protocol -> protocol.name().toLowerCase(Locale.ROOT)).iterator();
    }
}
