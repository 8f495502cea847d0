// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.net.TlsOptions;
import io.prometheus.metrics.model.snapshots.Labels;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * When the certificates of a venue expire: those of its TLS ports, by the configuration, and those of clearing. They
 * are read once a minute, since a password is hashed for each store.
 */
final class CertificateSource
{
    private static final long INTERVAL_NS = TimeUnit.MINUTES.toNanos(1);

    private record Expiry(String store, String name, long timeMs)
    {
    }

    private final Map<String, TlsOptions> stores = new TreeMap<>();
    private final Path keysDir;
    private List<Expiry> known;
    private long readNs;

    CertificateSource(final VenueConfig config)
    {
        keysDir = config.clearing().keysDir();
        add("twime", config.twime().server().tls());
        add("fix", config.fix().server().tls());
        add("metrics", config.metrics().tls());
    }

    private void add(final String name, final TlsOptions options)
    {
        if (null != options)
        {
            stores.put(name, options);
        }
    }

    void add(final Samples samples) throws IOException, GeneralSecurityException
    {
        final long nowNs = System.nanoTime();
        if (null == known || nowNs - readNs > INTERVAL_NS)
        {
            known = read();
            readNs = nowNs;
        }
        known.forEach((expiry) -> samples.add("CERTIFICATE_EXPIRY",
            Labels.of("store", expiry.store(), "name", expiry.name()), expiry.timeMs()));
    }

    private List<Expiry> read() throws IOException, GeneralSecurityException
    {
        final List<Expiry> found = new ArrayList<>();
        for (final Map.Entry<String, TlsOptions> entry : stores.entrySet())
        {
            final TlsOptions options = entry.getValue();
            readStore(entry.getKey(), options.keyStore(), options.password().get(), found);
            if (null != options.trustStore())
            {
                readStore(entry.getKey() + "-trust", options.trustStore(), options.password().get(), found);
            }
        }
        for (final String name : List.of(ClearingKeys.AUTHORITY_NAME, ClearingKeys.SIGNER_NAME))
        {
            if (Files.exists(keysDir.resolve(name)))
            {
                try (InputStream in = Files.newInputStream(keysDir.resolve(name)))
                {
                    found.add(new Expiry("clearing", name, ((X509Certificate)CertificateFactory.getInstance("X.509")
                        .generateCertificate(in)).getNotAfter().getTime()));
                }
            }
        }
        return found;
    }

    private static void readStore(
        final String store, final Path file, final char[] password, final List<Expiry> found)
        throws IOException, GeneralSecurityException
    {
        final KeyStore keys = KeyStore.getInstance(file.toFile(), password);
        for (final String alias : Collections.list(keys.aliases()))
        {
            if (keys.getCertificate(alias) instanceof X509Certificate certificate)
            {
                found.add(new Expiry(store, alias, certificate.getNotAfter().getTime()));
            }
        }
    }
}
