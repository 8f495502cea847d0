// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.file.Digests;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Register of the people who operate a venue, as its history has it.
 *
 * @param venueId of the venue, hexadecimal: what is signed for one venue is worth nothing in another.
 * @param byName all operators that ever were.
 * @param sinceMs milliseconds since 1970 from which on the venue has operators: approvals before are not signed.
 * @param requesters roles that may ask for a step.
 * @param knownSinceMs milliseconds since 1970 from which on the history is there: keys that were replaced before are
 *     not known; {@link #WHOLE} when it is there from its beginning.
 */
public record Operators(
    String venueId,
    SortedMap<String, RegisteredOperator> byName,
    long sinceMs,
    Map<ApprovalStep, Set<OperatorRole>> requesters,
    long knownSinceMs)
{
    /** The history is there from its beginning. */
    public static final long WHOLE = Long.MIN_VALUE;
    /** Who may ask, unless the configuration says something else. */
    public static final Map<ApprovalStep, Set<OperatorRole>> REQUESTERS_DEFAULT = requestersDefault();
    /** A venue that has no operators: there nothing can be asked for and nothing approved. */
    public static final Operators NONE = new Operators("", new TreeMap<>(), Long.MAX_VALUE, REQUESTERS_DEFAULT, WHOLE);

    private static final String ALGORITHM = "SHA256withECDSAinP1363Format";
    private static final int MOST_VERIFIED = 10_000;
    /**
     * Digests of key, signature and text together of the latest signatures that were verified, because each look at a
     * run verifies all that it has: what is another in one bit has another digest.
     */
    private static final Set<String> VERIFIED =
        Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>()
        {
            @Override
            protected boolean removeEldestEntry(final Map.Entry<String, Boolean> eldest)
            {
                return size() > MOST_VERIFIED;
            }
        }));

    private static Map<ApprovalStep, Set<OperatorRole>> requestersDefault()
    {
        final Map<ApprovalStep, Set<OperatorRole>> roles = new EnumMap<>(ApprovalStep.class);
        for (final ApprovalStep step : ApprovalStep.values())
        {
            roles.put(step, switch (step)
            {
                case PRICES, PUBLISH, REOPEN, PAY_OUT -> Set.of(OperatorRole.CLEARING_OPERATOR);
                case DEFAULT -> Set.of(OperatorRole.CLEARING_OPERATOR, OperatorRole.RISK_OFFICER);
                case SESSION, SITE -> Set.of(OperatorRole.MARKET_OPERATOR);
                case QUARANTINE -> Set.of(OperatorRole.MARKET_OPERATOR, OperatorRole.RISK_OFFICER);
            });
        }
        return Map.copyOf(roles);
    }

    /**
     * Requires that a name is that of an operator who may ask for a step now.
     *
     * @throws ApprovalException when not.
     */
    public void requireRequester(final String name, final ApprovalStep step)
    {
        requireRole(name, requesters.get(step), "ask for " + step.text());
    }

    /**
     * Requires that a name is that of an operator who may approve now.
     *
     * @throws ApprovalException when not.
     */
    public void requireApprover(final String name)
    {
        requireRole(name, Set.of(OperatorRole.APPROVER), "approve");
    }

    /**
     * Requires that a name is that of an operator who may enter instructions about money and assets now, who is the
     * same as who may ask for a pay-out.
     *
     * @throws ApprovalException when not.
     */
    public void requireInstructor(final String name)
    {
        requireRole(name, requesters.get(ApprovalStep.PAY_OUT), "enter instructions");
    }

    /** Whether a name is that of an operator who might approve at a time. */
    boolean isApprover(final String name, final long atMs)
    {
        return hadRole(name, Set.of(OperatorRole.APPROVER), atMs);
    }

    /** Whether a name is that of an operator who might ask for a step at a time. */
    boolean isRequester(final String name, final ApprovalStep step, final long atMs)
    {
        return hadRole(name, requesters.get(step), atMs);
    }

    private boolean hadRole(final String name, final Set<OperatorRole> wanted, final long atMs)
    {
        final RegisteredOperator operator = byName.get(name);
        return null != operator && operator.rolesAt(atMs).stream().anyMatch(wanted::contains);
    }

    /** Names of those who can change the register now. */
    public Set<String> administrators()
    {
        return byName.values().stream()
            .filter(operator -> operator.isActive() && operator.roles().contains(OperatorRole.ADMINISTRATOR))
            .map(RegisteredOperator::name).collect(Collectors.toCollection(TreeSet::new));
    }

    private void requireRole(final String name, final Set<OperatorRole> wanted, final String act)
    {
        final RegisteredOperator operator = byName.get(name);
        if (null == operator)
        {
            throw new ApprovalException("the venue has no such operator, see `bourse operators list`: operator=" +
                name + " known=" + byName.keySet());
        }
        if (!operator.isActive())
        {
            throw new ApprovalException("the operator was revoked: operator=" + name + " operatorId=" + operator.id());
        }
        if (operator.roles().stream().noneMatch(wanted::contains))
        {
            throw new ApprovalException("the operator has no role to " + act + ": operator=" + name + " roles=" +
                operator.roles().stream().map(OperatorRole::text).toList() + " wanted=" +
                wanted.stream().map(OperatorRole::text).sorted().toList());
        }
    }

    /** Whether a text was signed by the key that an operator has now. */
    boolean isSignedNow(final String name, final String text, final String signature)
    {
        final RegisteredOperator operator = byName.get(name);
        return null != operator && operator.isActive() && isSigned(operator.keys().getLast(), text, signature);
    }

    /** Whether a text was signed by a key that an operator had at a time, whatever became of it since. */
    boolean isSigned(final String name, final String text, final String signature, final long atMs)
    {
        final RegisteredOperator operator = byName.get(name);
        return null != operator && operator.keys().stream().anyMatch(key ->
            atMs < key.untilMs() && isSigned(key, text, signature));
    }

    private static boolean isSigned(final RegisteredOperator.Key key, final String text, final String signature)
    {
        if (null == signature)
        {
            return false;
        }
        final String digest = Digests.sha256Of((key.publicKey().length() + ":" + signature.length() + ':' +
            key.publicKey() + signature + text).getBytes(StandardCharsets.UTF_8));
        final boolean isSigned = VERIFIED.contains(digest) || isVerified(key, text, signature);
        if (isSigned)
        {
            VERIFIED.add(digest);
        }
        return isSigned;
    }

    private static boolean isVerified(final RegisteredOperator.Key key, final String text, final String signature)
    {
        try
        {
            final Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(KeyFactory.getInstance("EC")
                .generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(key.publicKey()))));
            verifier.update(text.getBytes(StandardCharsets.UTF_8));
            return verifier.verify(HexFormat.of().parseHex(signature));
        }
        catch (final GeneralSecurityException | IllegalArgumentException ex)
        {
            return false;
        }
    }

    /** Signs a text: signature in hexadecimal digits. */
    static String sign(final OperatorSigner signer, final String text)
    {
        return HexFormat.of().formatHex(signer.sign(text.getBytes(StandardCharsets.UTF_8)));
    }
}
