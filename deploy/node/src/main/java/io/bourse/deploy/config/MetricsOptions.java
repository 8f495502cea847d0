// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.net.TlsOptions;

import java.net.InetSocketAddress;

/**
 * Where {@code bourse metrics} listens.
 *
 * @param address of loopback, without TLS; port 0 takes a free one.
 * @param tls takes its place when it is not null; clients must show a certificate.
 */
public record MetricsOptions(InetSocketAddress address, TlsOptions tls)
{
}
