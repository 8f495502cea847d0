// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import io.bourse.engine.protocol.ChangePhaseEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OperatorCommandDecoder;
import io.bourse.engine.protocol.OperatorSignature;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.SignedCommandForm;
import io.bourse.testing.Person;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * What is signed, byte by byte, and what people read of it.
 */
class SignedCommandsTest
{
    private static final long EXPIRES_NS = TimeUnit.SECONDS.toNanos(1_793_000_000L) + 5;
    private static final Person ANNA = new Person(1, "anna", 0);
    private static final Person BORIS = new Person(2, "boris", 0);

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
    private final byte[] signed = sign();

    private record Signer(Person person) implements CommandSigner
    {
        @Override
        public int operatorId()
        {
            return person.id;
        }

        @Override
        public byte[] venueId()
        {
            return new byte[]{9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6};
        }

        @Override
        public byte[] sign(final byte[] bytes)
        {
            return person.sign(bytes);
        }
    }

    private byte[] sign()
    {
        final ChangePhaseEncoder encoder =
            new ChangePhaseEncoder().wrapAndApplyHeader(buffer, 24, new MessageHeaderEncoder());
        encoder.header().stampedNs(0).receivedNs(0).sequence(7).sessionId(70).gatewayId(0).partition(3);
        encoder.durationNs(0).randomEndNs(0).seed(0).instrumentId(77).phase(Phase.HALTED.value())
            .nextPhase((short)0).underlying("");
        return SignedCommands.sign(new Signer(ANNA), EXPIRES_NS, buffer, 24,
            MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength());
    }

    @Test
    void shouldSignPrefixVenueExpiryOperatorAndCommand()
    {
        final int innerLength = signed.length - SignedCommandForm.INNER_OFFSET;
        final UnsafeBuffer expected = new UnsafeBuffer(new byte[25 + 16 + 8 + 4 + innerLength]);
        expected.putStringWithoutLengthAscii(0, "BOURSE-OPERATOR-COMMAND-1");
        expected.putBytes(25, new Signer(ANNA).venueId());
        expected.putLong(41, EXPIRES_NS, ByteOrder.LITTLE_ENDIAN);
        expected.putInt(49, 1, ByteOrder.LITTLE_ENDIAN);
        expected.putBytes(53, buffer, 24, innerLength);
        final OperatorCommandDecoder decoder = SignedCommands.decode(signed);
        final byte[] signature = new byte[64];
        decoder.getSignature(signature, 0, 64);
        assertTrue(OperatorSignature.isValid(ANNA.publicKey(), expected.byteArray(), signature));
        assertFalse(OperatorSignature.isValid(BORIS.publicKey(), expected.byteArray(), signature));
        assertEquals(7, decoder.header().sequence());
        assertEquals(70, decoder.header().sessionId());
        assertEquals(3, decoder.header().partition());
    }

    @Test
    void shouldApproveTheDigestOfWhatWasSigned()
    {
        final byte[] approved = SignedCommands.approve(signed, new Signer(BORIS));
        final byte[] requested = OperatorSignature.command(new Signer(ANNA).venueId(), EXPIRES_NS, 1, buffer, 24,
            signed.length - SignedCommandForm.INNER_OFFSET);
        final UnsafeBuffer expected = new UnsafeBuffer(new byte[26 + 32 + 4]);
        expected.putStringWithoutLengthAscii(0, "BOURSE-OPERATOR-APPROVAL-1");
        expected.putBytes(26, OperatorSignature.sha256(requested));
        expected.putInt(58, 2, ByteOrder.LITTLE_ENDIAN);
        final byte[] approval = new byte[64];
        SignedCommands.decode(approved).getApproval(approval, 0, 64);
        assertTrue(OperatorSignature.isValid(BORIS.publicKey(), expected.byteArray(), approval));
        assertEquals(2, SignedCommands.decode(approved).approverId());
        assertEquals(SignedCommands.sha256(signed), SignedCommands.sha256(approved));
    }

    @Test
    void shouldSayTheCommandInWords()
    {
        assertEquals("ChangePhase durationNs=0|randomEndNs=0|seed=0|instrumentId=77|phase=HALTED|nextPhase=CLOSED|" +
            "underlying= operatorId=1 expires=2026-10-26T07:33:20Z", SignedCommands.describe(signed));
        assertEquals(1, SignedCommands.operatorId(signed));
        assertEquals(EXPIRES_NS, SignedCommands.expiresNs(signed));
    }

    @Test
    void shouldRefuseBytesThatAreNotSigned()
    {
        final byte[] inner = new byte[signed.length - SignedCommandForm.INNER_OFFSET];
        buffer.getBytes(24, inner);
        assertThrows(IllegalArgumentException.class, () -> SignedCommands.describe(inner));
        assertThrows(IllegalArgumentException.class, () -> SignedCommands.describe(new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> SignedCommands.describe(
            Arrays.copyOf(signed, signed.length - 1)));
        assertThrows(IllegalArgumentException.class, () -> SignedCommands.describe(
            Arrays.copyOf(signed, signed.length + 1)));
    }
}
