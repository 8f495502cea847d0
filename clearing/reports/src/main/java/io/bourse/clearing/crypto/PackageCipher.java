// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import java.io.BufferedInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.spec.MGF1ParameterSpec;
import java.util.stream.Collectors;

import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1SequenceParser;
import org.bouncycastle.asn1.ASN1StreamParser;
import org.bouncycastle.asn1.cms.CMSObjectIdentifiers;
import org.bouncycastle.asn1.cms.ContentInfoParser;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.cms.CMSAlgorithm;
import org.bouncycastle.cms.CMSAuthEnvelopedDataParser;
import org.bouncycastle.cms.CMSAuthEnvelopedDataStreamGenerator;
import org.bouncycastle.cms.CMSEnvelopedDataParser;
import org.bouncycastle.cms.CMSEnvelopedDataStreamGenerator;
import org.bouncycastle.cms.CMSException;
import org.bouncycastle.cms.KeyAgreeRecipientId;
import org.bouncycastle.cms.KeyTransRecipientId;
import org.bouncycastle.cms.Recipient;
import org.bouncycastle.cms.RecipientId;
import org.bouncycastle.cms.RecipientInfoGenerator;
import org.bouncycastle.cms.RecipientInformation;
import org.bouncycastle.cms.RecipientInformationStore;
import org.bouncycastle.cms.jcajce.JceCMSContentEncryptorBuilder;
import org.bouncycastle.cms.jcajce.JceKeyAgreeAuthEnvelopedRecipient;
import org.bouncycastle.cms.jcajce.JceKeyAgreeRecipientId;
import org.bouncycastle.cms.jcajce.JceKeyAgreeRecipientInfoGenerator;
import org.bouncycastle.cms.jcajce.JceKeyTransAuthEnvelopedRecipient;
import org.bouncycastle.cms.jcajce.JceKeyTransEnvelopedRecipient;
import org.bouncycastle.cms.jcajce.JceKeyTransRecipientId;
import org.bouncycastle.cms.jcajce.JceKeyTransRecipientInfoGenerator;
import org.bouncycastle.operator.OutputAEADEncryptor;
import org.bouncycastle.operator.jcajce.JcaAlgorithmParametersConverter;

/**
 * Encrypts a stream to one certificate and decrypts it, as CMS (rules 3.2): AuthEnvelopedData with AES-256-GCM for EC
 * and RSA keys, EnvelopedData with GOST 28147-89 for GOST keys. Nothing is held in memory but a chunk. Key and
 * initialisation vector are new for each stream: the same bytes are encrypted to others every time.
 */
public final class PackageCipher
{
    /** The platform encrypts chunks of this size ten times as fast as one of several megabytes (rules 3.2). */
    private static final int CHUNK_LENGTH = 64 * 1024;
    private static final int PEEK_LENGTH = 256;
    private static final int HEXADECIMAL = 16;
    private static final String PLATFORM = "SunJCE";

    private PackageCipher()
    {
    }

    /**
     * Begins to encrypt.
     *
     * @param out receives the CMS structure; not closed.
     * @param recipient certificate of the receiver.
     * @return takes what is to be encrypted; closing it ends the structure.
     * @throws IOException when the recipient's key cannot be used or writing fails.
     */
    public static OutputStream encrypt(final OutputStream out, final X509Certificate recipient) throws IOException
    {
        final CryptoProfile profile = CryptoProfile.of(recipient);
        try
        {
            final X509Certificate known = CryptoProfile.known(recipient);
            if (CryptoProfile.GOST == profile)
            {
                final CMSEnvelopedDataStreamGenerator generator = new CMSEnvelopedDataStreamGenerator();
                generator.setBufferSize(CHUNK_LENGTH);
                generator.addRecipientInfoGenerator(
                    new JceKeyTransRecipientInfoGenerator(known).setProvider(CryptoProfile.BOUNCY_CASTLE));
                return new ChunkStream(generator.open(
                    out,
                    new JceCMSContentEncryptorBuilder(CMSAlgorithm.GOST28147_GCFB)
                        .setProvider(CryptoProfile.BOUNCY_CASTLE).build()));
            }
            final CMSAuthEnvelopedDataStreamGenerator generator = new CMSAuthEnvelopedDataStreamGenerator();
            generator.setBufferSize(CHUNK_LENGTH);
            generator.addRecipientInfoGenerator(recipientInfo(profile, known));
            return new ChunkStream(generator.open(
                out,
                (OutputAEADEncryptor)new JceCMSContentEncryptorBuilder(CMSAlgorithm.AES256_GCM)
                    .setProvider(PLATFORM).build()));
        }
        catch (final CMSException | GeneralSecurityException ex)
        {
            throw new IOException("encryption cannot begin: recipient=\"" +
                recipient.getSubjectX500Principal().getName() + "\" profile=" + profile.label(), ex);
        }
    }

    private static RecipientInfoGenerator recipientInfo(final CryptoProfile profile, final X509Certificate recipient)
        throws CMSException, GeneralSecurityException
    {
        if (CryptoProfile.RSA == profile)
        {
            return new JceKeyTransRecipientInfoGenerator(
                recipient,
                new JcaAlgorithmParametersConverter().getAlgorithmIdentifier(
                    PKCSObjectIdentifiers.id_RSAES_OAEP,
                    new OAEPParameterSpec(
                        "SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT)))
                .setProvider(CryptoProfile.BOUNCY_CASTLE);
        }
        // A key for this stream alone, on the curve of the recipient, whatever that is.
        final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", CryptoProfile.BOUNCY_CASTLE);
        generator.initialize(((ECKey)recipient.getPublicKey()).getParams());
        final KeyPair ephemeral = generator.generateKeyPair();
        return new JceKeyAgreeRecipientInfoGenerator(
            CMSAlgorithm.ECDH_SHA256KDF, ephemeral.getPrivate(), ephemeral.getPublic(), CMSAlgorithm.AES256_WRAP)
            .addRecipient(recipient)
            .setProvider(CryptoProfile.BOUNCY_CASTLE);
    }

    /**
     * Begins to decrypt. Bytes come before it is known that they are right: who uses them must have read to the end.
     *
     * @param in CMS structure; read ahead of.
     * @param key of the recipient.
     * @return what was encrypted; reading it fails with an exception of any kind when a byte was changed, at the latest
     *     at the end (not with GOST keys, whose cipher does not authenticate: there the signature of what is inside
     *     tells).
     * @throws WrongKeyException when it was encrypted to another receiver.
     * @throws IOException when it is not such a structure, or damaged.
     */
    public static InputStream decrypt(final InputStream in, final RecipientKey key)
        throws IOException, WrongKeyException
    {
        try
        {
            final BufferedInputStream buffered = new BufferedInputStream(in, CHUNK_LENGTH);
            final ASN1ObjectIdentifier type = contentType(buffered);
            final boolean isAuthenticated = CMSObjectIdentifiers.authEnvelopedData.equals(type);
            if (!isAuthenticated && !CMSObjectIdentifiers.envelopedData.equals(type))
            {
                throw new IOException("content is not encrypted: contentType=" + type);
            }
            final RecipientInformationStore recipients = isAuthenticated ?
                new CMSAuthEnvelopedDataParser(buffered).getRecipientInfos() :
                new CMSEnvelopedDataParser(buffered).getRecipientInfos();
            final RecipientInformation mine = find(recipients, key);
            if (isAuthenticated == (CryptoProfile.GOST == CryptoProfile.of(key.certificate())))
            {
                // No other may choose for the receiver that changed bytes are not found.
                throw new IOException("content is not encrypted as the profile of the key asks for: contentType=" +
                    type + " profile=" + CryptoProfile.of(key.certificate()).label());
            }
            return mine.getContentStream(recipientFor(key)).getContentStream();
        }
        catch (final CMSException | RuntimeException ex)
        {
            // The library reads lazily: damaged bytes come up as unchecked exceptions of many kinds, wherever it looks.
            throw new IOException("it is not an encrypted package, or damaged", ex);
        }
    }

    private static ASN1ObjectIdentifier contentType(final InputStream in) throws IOException
    {
        in.mark(PEEK_LENGTH);
        if (!(new ASN1StreamParser(in).readObject() instanceof final ASN1SequenceParser sequence))
        {
            throw new IOException("it is not a CMS structure");
        }
        final ASN1ObjectIdentifier type = new ContentInfoParser(sequence).getContentType();
        in.reset();
        return type;
    }

    private static RecipientInformation find(final RecipientInformationStore recipients, final RecipientKey key)
        throws WrongKeyException, IOException
    {
        final X509Certificate certificate = key.certificate();
        final RecipientInformation found = recipients.get(CryptoProfile.ECDSA == CryptoProfile.of(certificate) ?
            new JceKeyAgreeRecipientId(certificate) : new JceKeyTransRecipientId(certificate));
        if (null == found)
        {
            throw new WrongKeyException("the package was encrypted to another key than this one: certificate=\"" +
                certificate.getSubjectX500Principal().getName() + "\" serial=" +
                certificate.getSerialNumber().toString(HEXADECIMAL) + " recipientSerial=" +
                recipients.getRecipients().stream().map(other -> serial(other.getRID()))
                    .collect(Collectors.joining(",")));
        }
        return found;
    }

    /** Serial number of a certificate, which tells certificates of one authority apart. */
    private static String serial(final RecipientId id)
    {
        return switch (id)
        {
            case KeyAgreeRecipientId agreed when null != agreed.getSerialNumber() ->
                agreed.getSerialNumber().toString(HEXADECIMAL);
            case KeyTransRecipientId transported when null != transported.getSerialNumber() ->
                transported.getSerialNumber().toString(HEXADECIMAL);
            default -> "unknown";
        };
    }

    private static Recipient recipientFor(final RecipientKey key) throws IOException
    {
        return switch (CryptoProfile.of(key.certificate()))
        {
            case GOST -> new JceKeyTransEnvelopedRecipient(key.key()).setProvider(CryptoProfile.BOUNCY_CASTLE);
            case RSA -> new JceKeyTransAuthEnvelopedRecipient(key.key())
                .setProvider(CryptoProfile.BOUNCY_CASTLE);
            case ECDSA -> new JceKeyAgreeAuthEnvelopedRecipient(key.key())
                .setProvider(CryptoProfile.BOUNCY_CASTLE);
        };
    }

    /** Gives what is written on in chunks, neither smaller nor larger than the cipher likes. */
    private static final class ChunkStream extends FilterOutputStream
    {
        private final byte[] chunk = new byte[CHUNK_LENGTH];
        private int length;
        private boolean isClosed;

        ChunkStream(final OutputStream out)
        {
            super(out);
        }

        @Override
        public void write(final int b) throws IOException
        {
            if (length == chunk.length)
            {
                writeChunk();
            }
            chunk[length++] = (byte)b;
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int count) throws IOException
        {
            int position = offset;
            final int end = offset + count;
            while (position < end)
            {
                if (length == chunk.length)
                {
                    writeChunk();
                }
                final int part = Math.min(end - position, chunk.length - length);
                System.arraycopy(bytes, position, chunk, length, part);
                length += part;
                position += part;
            }
        }

        /** Chunks are cut by their length alone. */
        @Override
        public void flush()
        {
        }

        private void writeChunk() throws IOException
        {
            out.write(chunk, 0, length);
            length = 0;
        }

        @Override
        public void close() throws IOException
        {
            if (!isClosed)
            {
                isClosed = true;
                writeChunk();
                out.close();
            }
        }
    }
}
