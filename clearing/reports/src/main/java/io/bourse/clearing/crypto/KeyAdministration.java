// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.DurableFile;
import io.bourse.engine.files.OwnDirectory;

import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CRLReason;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.security.auth.x500.X500Principal;

import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;

/**
 * What an operator does with keys: makes them, certifies those of members, replaces and revokes. Everything here but
 * the list needs the key of the authority, which lies apart from the signing keys.
 */
public final class KeyAdministration
{
    /** Days that a certificate is good when nothing else was asked for. */
    public static final int DEFAULT_DAYS = 730;
    /** Days that the certificate of a new authority is good. */
    public static final int AUTHORITY_DAYS = 3_650;

    private static final String FORMER_NAME = "former";
    private static final int LEAST_RSA_BITS = 2_048;
    private static final int LEAST_EC_BITS = 256;

    private final Path directory;
    private final Path authorityDirectory;
    private final Path authorityPassword;

    /**
     * Works on a keys directory.
     *
     * @param directory of the signing keys.
     * @param authorityDirectory of the authority's key.
     * @param authorityPassword file; null for the one in that directory.
     */
    public KeyAdministration(final Path directory, final Path authorityDirectory, final Path authorityPassword)
    {
        this.directory = directory;
        this.authorityDirectory = authorityDirectory;
        this.authorityPassword = null == authorityPassword ?
            authorityDirectory.resolve(Authority.PASSWORD_NAME) : authorityPassword;
    }

    /**
     * A certificate of the venue.
     *
     * @param name {@code authority}, {@code signer}, {@code signer-rsa}, {@code signer-gost}, a member, or
     *     {@code former/SERIAL}.
     * @param certificate itself.
     * @param state {@code good}, {@code ends-soon}, {@code too-young}, {@code expired} or {@code revoked}.
     */
    public record Entry(String name, X509Certificate certificate, String state)
    {
    }

    /**
     * Makes authority and signing key; or, of an earlier version, moves the authority's key away from the signing key,
     * and makes what was lost of the rest. An authority that is there is used.
     *
     * @param days that the signing certificate is good.
     * @return true when keys were made, false when the key of the authority was moved.
     * @throws PreconditionException when there are keys already, or those of a demo.
     * @throws IOException when files cannot be read or written.
     */
    public boolean init(final int days) throws IOException
    {
        if (ClearingKeys.isDemo(directory))
        {
            throw new PreconditionException("these are keys of a demo, members' private keys too; name another " +
                "directory, in venue.clearing.keys-dir too: directory=" + directory);
        }
        OwnDirectory.make(directory);
        return ClearingKeys.locked(directory, () ->
        {
            final boolean areMade = !ClearingKeys.areThere(directory);
            if (areMade)
            {
                make(days);
            }
            else if (Authority.isBeside(directory))
            {
                separate();
            }
            else
            {
                throw new PreconditionException("there are keys already; another signing key is made with `bourse " +
                    "keys rotate`: directory=" + directory);
            }
            return areMade;
        });
    }

    private void make(final int days) throws GeneralSecurityException, IOException
    {
        if (!Authority.isIn(authorityDirectory))
        {
            Authority.generate(Authority.SUBJECT, AUTHORITY_DAYS).write(authorityDirectory, authorityPassword);
        }
        final Authority authority = Authority.open(authorityDirectory, authorityPassword);
        final KeyPair keys = CryptoProfile.ECDSA.newKeyPair();
        final X509Certificate signer =
            authority.issue(ClearingKeys.SIGNER, keys.getPublic(), CertificateIssuer.Use.SIGNATURE, days);
        writeListIfAbsent(authority);
        store(authority.certificate(), keys.getPrivate(), signer, OwnerFiles.newSecret());
    }

    private void separate() throws GeneralSecurityException, IOException
    {
        final Authority authority = Authority.openBeside(directory);
        if (Authority.isIn(authorityDirectory) && !Authority.open(authorityDirectory, authorityPassword).certificate()
            .equals(authority.certificate()))
        {
            throw new PreconditionException("another authority lies there, name another directory with --authority: " +
                "directory=" + authorityDirectory);
        }
        authority.write(authorityDirectory, authorityPassword);
        writeListIfAbsent(authority);
        final char[] secret = ClearingKeys.secret(directory);
        final KeyStore former = ClearingKeys.readStore(directory);
        store(authority.certificate(), (PrivateKey)former.getKey(ClearingKeys.SIGNER_ALIAS, secret),
            (X509Certificate)former.getCertificate(ClearingKeys.SIGNER_ALIAS), new String(secret));
    }

    private void writeListIfAbsent(final Authority authority) throws GeneralSecurityException, IOException
    {
        final Path list = directory.resolve(Revocations.FILE_NAME);
        if (!Files.exists(list))
        {
            OwnerFiles.write(list, authority.newList());
        }
    }

    private void store(
        final X509Certificate authority, final PrivateKey key, final X509Certificate signer, final String password)
        throws GeneralSecurityException, IOException
    {
        final KeyStore store = KeyStore.getInstance(ClearingKeys.STORE_TYPE);
        store.load(null, null);
        store.setCertificateEntry(ClearingKeys.AUTHORITY_ALIAS, authority);
        store.setKeyEntry(
            ClearingKeys.SIGNER_ALIAS, key, password.toCharArray(), new Certificate[]{signer, authority});
        ClearingKeys.write(directory, authority, store, password);
    }

    /**
     * Certifies the key of a member, for packages to be encrypted to. The name in the certificate is the venue's
     * choice.
     *
     * @param member clearing firm or other receiver.
     * @param file certificate request (PKCS#10) or public key of the member, PEM.
     * @param isReplaced whether a certificate that is there is replaced.
     * @param days that it is good.
     * @return certificate, in force from now on.
     * @throws PreconditionException when the member has one, or the file has no key that will do.
     * @throws IOException when files cannot be read or written.
     */
    public X509Certificate issue(final String member, final Path file, final boolean isReplaced, final int days)
        throws IOException
    {
        if (!MemberKeys.MEMBER.matcher(member).matches())
        {
            throw new IllegalArgumentException(
                "a member is named by up to 12 letters and digits: member=\"" + member + "\"");
        }
        final PublicKey key = readKey(file);
        return changed(keys ->
        {
            final Path target = keys.members().directory().resolve(member + MemberKeys.CERTIFICATE_SUFFIX);
            if (Files.exists(target) && !isReplaced)
            {
                throw new PreconditionException("the member has a certificate, replace it with --replace; packages " +
                    "made before stay for the former key: member=" + member + " file=" + target);
            }
            final X509Certificate certificate = authority().issue(
                new X500Principal("CN=Member " + member + ", O=Bourse"), key, CertificateIssuer.Use.ENCRYPTION, days);
            CryptoProfile.of(certificate);
            if (Files.exists(target))
            {
                keep(ClearingKeys.readCertificate(target));
            }
            OwnerFiles.write(target, OwnerFiles.pem(certificate));
            return certificate;
        });
    }

    /**
     * Makes another signing key and revokes the former certificate as replaced: what it has signed before stays good.
     * Its private key is gone.
     *
     * @param profile of the key; made when there was none.
     * @param days that its certificate is good.
     * @return certificate in force.
     * @throws PreconditionException when the key is in a token.
     * @throws IOException when files cannot be read or written.
     */
    public X509Certificate rotate(final CryptoProfile profile, final int days) throws IOException
    {
        return changed(keys ->
        {
            final Token token = Token.openOrNull(directory);
            if (null != token && null != token.signerOrNull(ClearingKeys.entryOf(profile)))
            {
                throw new PreconditionException("the signing key is in a token: make another one there, have its " +
                    "request certified with --request, and revoke the former certificate: entry=" +
                    ClearingKeys.entryOf(profile));
            }
            final KeyPair pair = profile.newKeyPair();
            final Authority authority = authority();
            final X509Certificate certificate = authority.issue(keys.trustedSigner().name(), pair.getPublic(),
                CertificateIssuer.Use.SIGNATURE, days);
            final Path file = ClearingKeys.storeOf(directory, profile);
            final char[] secret = ClearingKeys.secret(directory);
            if (CryptoProfile.ECDSA == profile)
            {
                final KeyStore store = ClearingKeys.readStore(directory);
                supersede(authority, (X509Certificate)store.getCertificate(ClearingKeys.SIGNER_ALIAS));
                store.setKeyEntry(ClearingKeys.SIGNER_ALIAS, pair.getPrivate(), secret,
                    new Certificate[]{certificate, authority.certificate()});
                OwnerFiles.write(directory.resolve(ClearingKeys.KEYSTORE_NAME), store, secret);
                OwnerFiles.write(directory.resolve(ClearingKeys.SIGNER_NAME), OwnerFiles.pem(certificate));
            }
            else
            {
                if (Files.exists(file))
                {
                    supersede(authority, RecipientKey.read(file, secret).certificate());
                }
                OwnerFiles.write(
                    file, RecipientKey.store(ClearingKeys.SIGNER_ALIAS, pair, certificate, secret), secret);
            }
            return certificate;
        });
    }

    /**
     * Certifies a signing key that the venue has made elsewhere, as in a token.
     *
     * @param request certificate request (PKCS#10) or public key, PEM.
     * @param target file of the certificate.
     * @param days that it is good.
     * @return certificate.
     * @throws IOException when files cannot be read or written.
     */
    public X509Certificate certify(final Path request, final Path target, final int days) throws IOException
    {
        final PublicKey key = readKey(request);
        return changed(keys ->
        {
            final X509Certificate certificate =
                authority().issue(keys.trustedSigner().name(), key, CertificateIssuer.Use.SIGNATURE, days);
            OwnerFiles.write(target, OwnerFiles.pem(certificate));
            return certificate;
        });
    }

    /**
     * Revokes a certificate of the venue.
     *
     * @param name as in {@link Entry#name()}, or the serial number in hexadecimal digits.
     * @param reason {@link CRLReason#SUPERSEDED}, {@link CRLReason#CESSATION_OF_OPERATION} and
     *     {@link CRLReason#AFFILIATION_CHANGED} leave good what was signed before; any other does not, as
     *     others may have the key and choose the time of a signature.
     * @return serial number.
     * @throws PreconditionException when there is no such certificate, or it is revoked already.
     * @throws IOException when files cannot be read or written.
     */
    public BigInteger revoke(final String name, final CRLReason reason) throws IOException
    {
        return changed(keys ->
        {
            final X509Certificate certificate = list(keys).stream()
                .filter(entry -> name.equals(entry.name()) || name.equalsIgnoreCase(
                    entry.certificate().getSerialNumber().toString(ClearingKeys.HEXADECIMAL)))
                .map(Entry::certificate).findFirst().orElseThrow(() -> new PreconditionException(
                    "there is no such certificate, see `bourse keys show`: name=" + name + " directory=" + directory));
            if (certificate.equals(keys.authority()))
            {
                throw new PreconditionException("an authority cannot revoke itself: make keys in another directory " +
                    "and give members the certificate of the new authority: directory=" + directory);
            }
            revoke(authority(), certificate, reason);
            return certificate.getSerialNumber();
        });
    }

    /**
     * All certificates of the venue.
     *
     * @return authority, signers, members in their order, former ones.
     * @throws IOException when files cannot be read.
     */
    public List<Entry> list() throws IOException
    {
        return list(ClearingKeys.open(directory));
    }

    private List<Entry> list(final ClearingKeys keys) throws IOException
    {
        final List<Entry> entries = new ArrayList<>();
        entries.add(entry("authority", keys.authority(), keys));
        for (final CryptoProfile profile : CryptoProfile.values())
        {
            if (keys.isStored(profile))
            {
                entries.add(entry(ClearingKeys.entryOf(profile), keys.signer(profile).certificate(), keys));
            }
        }
        final MemberKeys members = keys.members();
        for (final String member : members.members())
        {
            entries.add(entry(member, ClearingKeys.readCertificate(
                members.directory().resolve(member + MemberKeys.CERTIFICATE_SUFFIX)), keys));
        }
        final Path former = directory.resolve(FORMER_NAME);
        if (Files.isDirectory(former))
        {
            try (Stream<Path> files = Files.list(former))
            {
                for (final Path file : files.filter(each -> each.toString().endsWith(MemberKeys.CERTIFICATE_SUFFIX))
                    .sorted().toList())
                {
                    final X509Certificate certificate = ClearingKeys.readCertificate(file);
                    entries.add(entry(FORMER_NAME + "/" + certificate.getSerialNumber().toString(
                        ClearingKeys.HEXADECIMAL), certificate, keys));
                }
            }
        }
        return entries;
    }

    private static Entry entry(final String name, final X509Certificate certificate, final ClearingKeys keys)
        throws IOException
    {
        final Instant now = Instant.now();
        final String state;
        if (null != keys.revocations().reasonOrNull(certificate))
        {
            state = "revoked";
        }
        else if (certificate.getNotAfter().toInstant().isBefore(now))
        {
            state = "expired";
        }
        else if (certificate.getNotBefore().toInstant().isAfter(now))
        {
            state = "too-young";
        }
        else
        {
            state = ClearingKeys.isEnding(certificate) ? "ends-soon" : "good";
        }
        return new Entry(name, certificate, state);
    }

    private void supersede(final Authority authority, final X509Certificate former)
        throws GeneralSecurityException, IOException
    {
        keep(former);
        if (null == revocations(authority).reasonOrNull(former))
        {
            revoke(authority, former, CRLReason.SUPERSEDED);
        }
    }

    private void revoke(final Authority authority, final X509Certificate certificate, final CRLReason reason)
        throws GeneralSecurityException, IOException
    {
        // Signatures state seconds: what was signed in this one was signed before.
        final Instant time = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        OwnerFiles.write(directory.resolve(Revocations.FILE_NAME),
            authority.revoke(revocations(authority), certificate.getSerialNumber(), time, reason));
    }

    private Revocations revocations(final Authority authority) throws IOException
    {
        return Revocations.readIfPresent(directory.resolve(Revocations.FILE_NAME), authority.certificate());
    }

    private void keep(final X509Certificate certificate) throws GeneralSecurityException, IOException
    {
        final Path former = directory.resolve(FORMER_NAME);
        OwnDirectory.make(former);
        OwnerFiles.write(former.resolve(certificate.getSerialNumber().toString(ClearingKeys.HEXADECIMAL) +
            MemberKeys.CERTIFICATE_SUFFIX), OwnerFiles.pem(certificate));
    }

    /** Something that changes the directory. */
    @FunctionalInterface
    private interface Change<T>
    {
        T with(ClearingKeys keys) throws GeneralSecurityException, IOException;
    }

    private <T> T changed(final Change<T> change) throws IOException
    {
        final ClearingKeys keys = ClearingKeys.open(directory);
        return ClearingKeys.locked(authorityLock(), () ->
        {
            final T result = change.with(keys);
            DurableFile.syncDirectory(directory);
            return result;
        });
    }

    /** A lock of its own: keys that are looked at lock their directory. */
    private Path authorityLock() throws IOException
    {
        final Path former = directory.resolve(FORMER_NAME);
        OwnDirectory.make(former);
        return former;
    }

    private Authority authority() throws GeneralSecurityException, IOException
    {
        final Authority authority;
        if (Authority.isIn(authorityDirectory))
        {
            authority = Authority.open(authorityDirectory, authorityPassword);
        }
        else if (Authority.isBeside(directory))
        {
            authority = Authority.openBeside(directory);
        }
        else
        {
            throw new PreconditionException("the key of the authority is not here, name its directory with " +
                "--authority: missing=" + authorityDirectory.resolve(Authority.STORE_NAME));
        }
        final X509Certificate known =
            ClearingKeys.readCertificate(directory.resolve(ClearingKeys.AUTHORITY_NAME));
        if (!authority.certificate().equals(known))
        {
            throw new PreconditionException("this is the key of another authority than the keys are of, name its " +
                "directory with --authority: directory=" + authorityDirectory);
        }
        return authority;
    }

    private static PublicKey readKey(final Path file) throws IOException
    {
        try (Reader reader = Files.newBufferedReader(file); PEMParser parser = new PEMParser(reader))
        {
            final PublicKey key = switch (parser.readObject())
            {
                case final PKCS10CertificationRequest request -> requested(request, file);
                case final SubjectPublicKeyInfo info -> key(info);
                case null, default -> throw new PreconditionException("this is neither a certificate request " +
                    "(PKCS#10) nor a public key in PEM form: file=" + file);
            };
            final int bits = switch (key)
            {
                case final RSAPublicKey rsa -> rsa.getModulus().bitLength() - LEAST_RSA_BITS;
                case final ECPublicKey ec -> ec.getParams().getCurve().getField().getFieldSize() - LEAST_EC_BITS;
                default -> 0;
            };
            if (bits < 0)
            {
                throw new PreconditionException("the key is too short, wanted are RSA with 2048 bits or EC P-256: " +
                    "file=" + file);
            }
            return key;
        }
        catch (final GeneralSecurityException | OperatorCreationException | PKCSException ex)
        {
            throw new IOException("the key cannot be read: file=" + file, ex);
        }
    }

    private static PublicKey requested(final PKCS10CertificationRequest request, final Path file)
        throws IOException, PKCSException, OperatorCreationException, GeneralSecurityException
    {
        if (!request.isSignatureValid(new JcaContentVerifierProviderBuilder().setProvider(CryptoProfile.BOUNCY_CASTLE)
            .build(request.getSubjectPublicKeyInfo())))
        {
            throw new PreconditionException("the certificate request is not signed with its own key, ask for another " +
                "one: file=" + file);
        }
        return key(request.getSubjectPublicKeyInfo());
    }

    private static PublicKey key(final SubjectPublicKeyInfo info) throws IOException, GeneralSecurityException
    {
        return new JcaPEMKeyConverter().setProvider(CryptoProfile.BOUNCY_CASTLE).getPublicKey(info);
    }
}
