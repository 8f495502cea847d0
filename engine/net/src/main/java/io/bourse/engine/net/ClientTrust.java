// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CRL;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.X509CRL;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Which certificates of clients are trusted: by PKIX, valid now, and on no revocation list. The file of the lists is
 * read again when it has changed; one that cannot be read changes nothing, and the old lists count until they expire.
 */
final class ClientTrust extends X509ExtendedTrustManager
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ClientTrust.class);

    /** What a change of the file is seen by. */
    private record Stamp(Object key, long modifiedMs, long length)
    {
        private static Stamp of(final Path file) throws IOException
        {
            return new Stamp(Files.readAttributes(file, BasicFileAttributes.class).fileKey(),
                Files.getLastModifiedTime(file).toMillis(), Files.size(file));
        }
    }

    private record Rules(X509ExtendedTrustManager manager, List<X509CRL> lists)
    {
    }

    private final KeyStore anchors;
    private final Path revocationList;
    private Stamp stamp;
    private boolean isFailed;
    private volatile Rules rules;

    /**
     * Reads the lists.
     *
     * @param anchors certificates that sign those of clients, or are theirs.
     * @param revocationList file of lists, PEM or DER; null for none.
     * @throws GeneralSecurityException when they cannot be used.
     * @throws IOException when the file cannot be read.
     */
    ClientTrust(final KeyStore anchors, final Path revocationList) throws GeneralSecurityException, IOException
    {
        this.anchors = anchors;
        this.revocationList = revocationList;
        if (null == revocationList)
        {
            rules = new Rules(manager(TrustManagerFactory.getInstance("PKIX"), null), List.of());
        }
        else
        {
            stamp = Stamp.of(revocationList);
            rules = read();
        }
    }

    /** Reads the file of the lists again if it has changed. Takes a file's time. */
    synchronized void refresh()
    {
        if (null == revocationList)
        {
            return;
        }
        try
        {
            final Stamp now = Stamp.of(revocationList);
            if (!now.equals(stamp))
            {
                stamp = now;
                rules = read();
                LOGGER.info("another revocation list is in force: file={} lists={}", revocationList,
                    rules.lists().size());
            }
            isFailed = false;
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            if (!isFailed)
            {
                LOGGER.error("the revocation list cannot be used, the former one stays in force: file={}",
                    revocationList, ex);
            }
            isFailed = true;
        }
    }

    private Rules read() throws GeneralSecurityException, IOException
    {
        final List<X509CRL> lists = new ArrayList<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(revocationList)))
        {
            for (final CRL list : CertificateFactory.getInstance("X.509").generateCRLs(in))
            {
                lists.add((X509CRL)list);
            }
        }
        if (lists.isEmpty())
        {
            throw new CertificateException("there is no revocation list in this file: file=" + revocationList);
        }
        final PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, new X509CertSelector());
        parameters.setRevocationEnabled(true);
        parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(lists)));
        return new Rules(manager(TrustManagerFactory.getInstance("PKIX"), parameters), List.copyOf(lists));
    }

    private X509ExtendedTrustManager manager(final TrustManagerFactory factory, final PKIXBuilderParameters parameters)
        throws GeneralSecurityException
    {
        if (null == parameters)
        {
            factory.init(anchors);
        }
        else
        {
            factory.init(new CertPathTrustManagerParameters(parameters));
        }
        for (final TrustManager manager : factory.getTrustManagers())
        {
            if (manager instanceof X509ExtendedTrustManager extended)
            {
                return extended;
            }
        }
        throw new GeneralSecurityException("the JDK has no trust manager for X.509");
    }

    /**
     * What PKIX does not look at: the dates and the revocation of a certificate that is itself in the trust store, and
     * of one whose session is resumed.
     *
     * @param certificate that was trusted.
     * @throws CertificateException saying why it is not any more.
     */
    void requireUsable(final X509Certificate certificate) throws CertificateException
    {
        certificate.checkValidity();
        for (final X509CRL list : rules.lists())
        {
            if (list.getIssuerX500Principal().equals(certificate.getIssuerX500Principal()) &&
                list.isRevoked(certificate))
            {
                throw new CertificateException("the certificate is revoked");
            }
        }
    }

    @Override
    public void checkClientTrusted(final X509Certificate[] chain, final String authType, final SSLEngine engine)
        throws CertificateException
    {
        refresh();
        try
        {
            rules.manager().checkClientTrusted(chain, authType, engine);
            requireUsable(chain[0]);
        }
        catch (final CertificateException ex)
        {
            // The cause decides which alert the client gets.
            throw new CertificateException(ex.getMessage() + ": subject=" +
                (0 == chain.length ? "" : chain[0].getSubjectX500Principal()),
                null == ex.getCause() ? ex : ex.getCause());
        }
    }

    @Override
    public void checkClientTrusted(final X509Certificate[] chain, final String authType, final Socket socket)
        throws CertificateException
    {
        throw notAsked();
    }

    @Override
    public void checkClientTrusted(final X509Certificate[] chain, final String authType) throws CertificateException
    {
        throw notAsked();
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String authType, final Socket socket)
        throws CertificateException
    {
        throw notAsked();
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String authType, final SSLEngine engine)
        throws CertificateException
    {
        throw notAsked();
    }

    @Override
    public void checkServerTrusted(final X509Certificate[] chain, final String authType) throws CertificateException
    {
        throw notAsked();
    }

    private static CertificateException notAsked()
    {
        return new CertificateException("only clients of an SSLEngine are checked here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers()
    {
        return rules.manager().getAcceptedIssuers();
    }
}
