// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.net.CertificateBinding;
import io.bourse.engine.net.TlsOptions;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;

/**
 * Where {@code bourse console} listens, and what it asks.
 *
 * @param address of loopback, without TLS; port 0 takes a free one.
 * @param tls takes its place when it is not null.
 * @param certificates what the browser of an operator shows under TLS, by the operator's name; other browsers only
 *     read.
 * @param alertmanager whose alerts the page Venue shows; null for none.
 */
public record ConsoleOptions(
    InetSocketAddress address, TlsOptions tls, Map<String, CertificateBinding> certificates, URI alertmanager)
{
}
