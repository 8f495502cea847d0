// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.words;

import io.bourse.deploy.schema.SbeBlock;
import io.bourse.deploy.schema.SbeField;
import io.bourse.deploy.schema.SbeGroup;
import io.bourse.deploy.schema.SbeMessage;
import io.bourse.deploy.schema.SbeSchema;
import io.bourse.deploy.schema.SbeSchemas;
import io.bourse.deploy.schema.SbeType;
import io.bourse.engine.protocol.ChangePhaseEncoder;
import io.bourse.engine.protocol.CorrectTradeEncoder;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.KillSwitchEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OperatorActs;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PublishNewsEncoder;
import io.bourse.engine.protocol.SetCalendarEncoder;
import io.bourse.engine.protocol.SetLoginRightsEncoder;
import io.bourse.engine.protocol.SetPriceControlsEncoder;
import io.bourse.engine.protocol.SetTradingDaysEncoder;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.sbe.MessageEncoderFlyweight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.ByteOrder;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CommandWordsTest
{
    private static final int COMMANDS = 100;
    private static final String HEADER = "header.";
    private static final SbeSchema SCHEMA = SbeSchemas.engine().byVersion().lastEntry().getValue();
    private static final VenueNames NAMES =
        new VenueNames(Map.of(1001, "Si-12.26"), Map.of(1, "TWAA01"), Map.of(2, "boris"));

    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();

    /** Commands that operators sign. */
    static Stream<SbeMessage> commands()
    {
        return new TreeMap<>(SCHEMA.messages()).values().stream()
            .filter(message -> message.templateId() < COMMANDS && null != OperatorActs.of(command(message, -1), 0));
    }

    /** A command with a 1 in each field, a 2 in one of them: a field of its block, or after those of its group. */
    private static MutableDirectBuffer command(final SbeMessage message, final int otherField)
    {
        final ExpandableArrayBuffer command = new ExpandableArrayBuffer();
        final SbeBlock block = message.block();
        new MessageHeaderEncoder().wrap(command, 0).blockLength(block.length()).templateId(message.templateId())
            .schemaId(SCHEMA.id()).version(SCHEMA.version());
        int position = SbeSchema.HEADER_LENGTH;
        put(command, position, block.fields(), otherField);
        position += block.length();
        for (final SbeGroup group : block.groups())
        {
            command.putShort(position, (short)group.entry().length(), ByteOrder.LITTLE_ENDIAN);
            command.putShort(position + Short.BYTES, (short)1, ByteOrder.LITTLE_ENDIAN);
            position += group.headerLength();
            put(command, position, group.entry().fields(), otherField - block.fields().size());
            position += group.entry().length();
        }
        command.checkLimit(position + 1);
        return command;
    }

    private static void put(
        final MutableDirectBuffer to, final int offset, final List<SbeField> fields, final int otherField)
    {
        for (int i = 0; i < fields.size(); i++)
        {
            final SbeField field = fields.get(i);
            to.putByte(offset + field.offset(), value(field.type(), i == otherField));
        }
    }

    private static byte value(final SbeType type, final boolean isOther)
    {
        if (SbeType.Kind.TEXT == type.kind())
        {
            return (byte)(isOther ? 'B' : 'A');
        }
        if (SbeType.Kind.ENUMERATION == type.kind())
        {
            final Iterator<Long> values = type.names().keySet().iterator();
            final byte first = (byte)(long)values.next();
            return isOther ? (byte)(long)values.next() : first;
        }
        return (byte)(isOther ? 2 : 1);
    }

    private static String words(final MutableDirectBuffer command)
    {
        return CommandWords.of(command, 0, command.capacity(), NAMES);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldHaveWordsThatDifferWhenAFieldDiffers(final SbeMessage message)
    {
        final String words = words(command(message, -1));
        assertFalse(words.contains("without words of its own"), words);
        assertTrue(words.matches("[ -~]+"), words);
        final List<SbeField> fields = new ArrayList<>(message.block().fields());
        message.block().groups().forEach(group -> fields.addAll(group.entry().fields()));
        for (int i = 0; i < fields.size(); i++)
        {
            final String name = fields.get(i).name();
            if (!name.startsWith(HEADER) && !"seed".equals(name))
            {
                assertNotEquals(words, words(command(message, i)), name);
            }
        }
    }

    @Test
    void shouldKnowAllCommandsOfOperators()
    {
        assertTrue(commands().count() > 30);
        assertEquals(commands().count(), commands().map(message -> words(command(message, -1))).distinct().count());
    }

    private String words(final MessageEncoderFlyweight encoder)
    {
        return CommandWords.of(
            buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength(), NAMES);
    }

    private <E extends MessageEncoderFlyweight> E begin(final E encoder)
    {
        new MessageHeaderEncoder().wrap(buffer, 0).blockLength(encoder.sbeBlockLength())
            .templateId(encoder.sbeTemplateId()).schemaId(encoder.sbeSchemaId()).version(encoder.sbeSchemaVersion());
        encoder.wrap(buffer, MessageHeaderEncoder.ENCODED_LENGTH);
        buffer.setMemory(MessageHeaderEncoder.ENCODED_LENGTH, encoder.sbeBlockLength(), (byte)0);
        return encoder;
    }

    @Test
    void shouldSayPhasesWithScopeAndTimes()
    {
        assertEquals("Halt trading in Si-12.26 (1001)",
            words(begin(new ChangePhaseEncoder()).instrumentId(1001).phase(Phase.HALTED.value())));
        assertEquals("Begin or resume continuous trading in the whole market",
            words(begin(new ChangePhaseEncoder()).phase(Phase.CONTINUOUS.value())));
        assertEquals("Begin the phase opening auction in all instruments on Si for 1h30m and up to 30s more at " +
            "random, then begin the phase continuous", words(begin(new ChangePhaseEncoder()).underlying("Si")
            .phase(Phase.OPENING_AUCTION.value()).durationNs(TimeUnit.MINUTES.toNanos(90))
            .randomEndNs(TimeUnit.SECONDS.toNanos(30)).seed(77).nextPhase(Phase.CONTINUOUS.value())));
        // What the engine would refuse is shown as well.
        assertEquals("Halt trading in instrument 7, underlying \"Si\"",
            words(begin(new ChangePhaseEncoder()).instrumentId(7).underlying("Si").phase(Phase.HALTED.value())));
        final SetCalendarEncoder calendar = begin(new SetCalendarEncoder());
        calendar.entriesCount(1).next().startNs(TimeUnit.DAYS.toNanos(1)).randomNs(0).phase(Phase.PRE_OPEN.value());
        assertEquals("Replace the calendar of the whole market: pre open from 1970-01-02T00:00:00Z", words(calendar));
    }

    @Test
    void shouldSayPricesAsDecimals()
    {
        assertEquals("Put 3 lots at 92300.5 in the place of the trade 17 in Si-12.26 (1001), with the reason \"typed\"",
            words(begin(new CorrectTradeEncoder()).tradeId(17).instrumentId(1001).newQtyLots(3)
                .newPriceE5(9_230_050_000L).reason("typed")));
        final String controls = words(begin(new SetPriceControlsEncoder()).instrumentId(1001).collarE5(200_000_000));
        assertTrue(controls.startsWith("Set all price controls of Si-12.26 (1001): collar 2000, protection of market " +
            "orders off, "), controls);
        assertTrue(controls.endsWith("shifts of price limits off"), controls);
    }

    @Test
    void shouldSayMembersByName()
    {
        assertEquals("Stop TWAA01 (1): all its orders are cancelled and no new ones taken",
            words(begin(new KillSwitchEncoder()).loginId(1).action(KillAction.STOP).putClientRef(new byte[0], 0, 0)));
        assertEquals("Let the firm AA trade again", words(
            begin(new KillSwitchEncoder()).brokerageFirm("AA").action(KillAction.LIFT)
                .putClientRef(new byte[0], 0, 0)));
        assertEquals("Set all rights of TWAA01 (1): mass quotes; cancel its orders on disconnect never",
            words(begin(new SetLoginRightsEncoder()).loginId(1).rights((short)2).disconnectGraceNs(-1)));
    }

    /** What a requester writes stays between quotes. */
    @Test
    void shouldMarkTextOfPeople()
    {
        assertEquals("Publish news to all members, about the whole market, with the headline \"a\\\" to \\\\b\" and " +
            "the text \"one\\ntwo\"",
            words(begin(new PublishNewsEncoder()).headline("a\" to \\b").text("one\ntwo")));
    }

    @Test
    void shouldSayTradingDaysThatDifferFromWeekdays()
    {
        assertEquals("Let the whole venue trade on Mon, Tue, Wed, Thu, Fri in every year, and forget its years that " +
            "differ", words(begin(new SetTradingDaysEncoder()).weekdays((short)0x1F)));
        final SetTradingDaysEncoder year = begin(new SetTradingDaysEncoder()).year(2026).market("FX");
        for (int day = 0; day < LocalDate.of(2026, 1, 1).lengthOfYear(); day++)
        {
            final LocalDate date = LocalDate.ofYearDay(2026, day + 1);
            final boolean isTradingDay = date.getDayOfWeek().getValue() <= 5 ?
                !date.equals(LocalDate.of(2026, 11, 4)) : date.equals(LocalDate.of(2026, 2, 28));
            year.days(day / 8, (short)(year.buffer().getByte(year.offset() +
                SetTradingDaysEncoder.daysEncodingOffset() + day / 8) & 0xFF | (isTradingDay ? 1 << day % 8 : 0)));
        }
        assertEquals("Set the trading days of the market FX in 2026 to Monday to Friday but for 2026-11-04 and also " +
            "2026-02-28", words(year));
    }
}
