// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsoleServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ActFormTest
{
    private static final String SCHEMA = "#/components/schemas/";
    private static final String NULL_VAL = "NULL_VAL";

    @ParameterizedTest
    @EnumSource
    void shouldHaveTheFieldsOfItsSchema(final ActKind kind) throws IOException
    {
        final Map<String, Object> schema = schema(kind);
        final Set<String> fields = Arrays.stream(kind.form().getRecordComponents()).map(RecordComponent::getName)
            .collect(Collectors.toCollection(TreeSet::new));
        if (kind.asks())
        {
            fields.add("confirmed");
        }
        if (kind.isNamed())
        {
            fields.add("confirm");
        }
        assertEquals(fields, new TreeSet<>(properties(schema).keySet()));
        assertEquals(false, schema.get("additionalProperties"));
        compare(kind.form(), schema);
    }

    /** Types, and those of records in lists too. */
    private static void compare(final Class<?> form, final Map<String, Object> schema)
    {
        for (final RecordComponent component : form.getRecordComponents())
        {
            final Map<String, Object> property = map(properties(schema).get(component.getName()));
            assertEquals(type(component), property.get("type"), component::getName);
            if (component.getType().isEnum())
            {
                assertTrue(constants(component.getType()).containsAll((List<?>)property.get("enum")),
                    component::getName);
            }
            if (List.class == component.getType())
            {
                final Class<?> item =
                    (Class<?>)((ParameterizedType)component.getGenericType()).getActualTypeArguments()[0];
                if (item.isRecord())
                {
                    assertEquals(
                        Arrays.stream(item.getRecordComponents()).map(RecordComponent::getName)
                            .collect(Collectors.toCollection(TreeSet::new)),
                        new TreeSet<>(properties(map(property.get("items"))).keySet()), component::getName);
                    compare(item, map(property.get("items")));
                }
            }
        }
    }

    private static String type(final RecordComponent component)
    {
        final Class<?> type = component.getType();
        if (type.isEnum() || String.class == type || Instant.class == type ||
            component.getAccessor().isAnnotationPresent(JsonFormat.class) ||
            component.getAccessor().isAnnotationPresent(JsonDeserialize.class))
        {
            return "string";
        }
        return JsonNode.class == type ? "object" :
            List.class == type ? "array" : boolean.class == type ? "boolean" : "integer";
    }

    private static List<String> constants(final Class<?> type)
    {
        return Arrays.stream(type.getEnumConstants()).map(Object::toString)
            .filter(name -> !NULL_VAL.equals(name)).toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeTheExampleAndNameEachFieldThatIsMissingOrWrong(final ActKind kind) throws IOException
    {
        final Map<String, Object> schema = schema(kind);
        final ObjectNode example = ActForm.MAPPER.valueToTree(schema.get("example"));
        assertInstanceOf(kind.form(), ActForm.of(kind, example).act());
        for (final Object required : (List<?>)schema.getOrDefault("required", List.of()))
        {
            final ObjectNode body = example.deepCopy();
            body.remove((String)required);
            assertWrong(kind, body, (String)required);
        }
        for (final Map.Entry<String, Object> property : properties(schema).entrySet())
        {
            final ObjectNode body = example.deepCopy();
            body.putObject(property.getKey()).put("wrong", true);
            assertWrong(kind, body, property.getKey());
            if (map(property.getValue()).get("enum") instanceof final List<?> values)
            {
                assertOthersAreWrong(kind, example, property.getKey(), values);
            }
        }
        assertWrong(kind, example.deepCopy().put("other", 1), "other");
    }

    private static void assertOthersAreWrong(
        final ActKind kind, final ObjectNode example, final String field, final List<?> values)
    {
        final Class<?> type = Arrays.stream(kind.form().getRecordComponents())
            .filter(component -> field.equals(component.getName())).findFirst().orElseThrow().getType();
        for (final Object constant : type.getEnumConstants())
        {
            if (!values.contains(constant.toString()))
            {
                final ObjectNode body = example.deepCopy().put(field, constant.toString());
                assertThrows(ApiException.class, () -> ActForm.of(kind, body), constant::toString);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "PHASE | {'market':true,'instrumentId':1,'phase':'HALTED'} | market | exactly one of",
        "PHASE | {'phase':'HALTED'} | instrumentId | exactly one of instrumentId, underlying, market is needed",
        "PHASE | {'market':true,'phase':'HALTED','forNs':1} | forNs | forNs and then belong together",
        "PHASE | {'market':true,'phase':'HALTED','forNs':86400000000001,'then':'CLOSED'} | forNs | at most a day",
        "PHASE | {'market':true,'phase':'SLEEPING'} | phase | no such value: value=SLEEPING known=[CLOSED",
        "PHASE | {'market':true,'phase':3} | phase | no such value: value=3",
        "KILL | {'firm':'AA0'} | firm | a brokerage firm has four characters, a clearing firm two",
        "KILL | {'loginId':0} | loginId | a number from 1 is needed",
        "KILL | {'loginId':1.5} | loginId | a whole number in range is needed",
        "NEWS | {'headline':'two\\u0001'} | headline | printable ASCII",
        "NEWS | {'headline':'a','loginId':1,'firm':'AA01'} | firm | loginId does not go with firm",
        "NEWS | {'headline':['a']} | headline | text is needed",
        "NEWS | {'headline':'a','text':'b'} | text | a list is needed",
        "KILL | {'firm':'AA01','lift':'yes'} | lift | true or false is needed",
        "KILL | {'loginId':2147483648} | loginId | out of range",
        "PRICE_CONTROLS | {'instrumentId':1001} | off | name at least one control",
        "PRICE_CONTROLS | {'instrumentId':1001,'collar':2000} | collar | a price is given as text",
        "PRICE_CONTROLS | {'instrumentId':1001,'collar':'0'} | collar | above 0",
        "PRICE_CONTROLS | {'instrumentId':1001,'collar':'1e3'} | collar | up to thirteen digits",
        "PRICE_CONTROLS | {'instrumentId':1001,'limitWatchNs':5} | limitWatchNs | belong together",
        "TRADING_LIMITS | {'level':'LOGIN','code':'AA01','off':true} | code | a login has a number",
        "TRADING_LIMITS | {'level':'CLIENT','code':'AA01','off':true} | code | seven characters",
        "TRADING_LIMITS | {'level':'LOGIN','code':'1','off':true,'keep':true} | keep | off does not go with keep",
        "FIRM_LIMITS | {'level':'CLIENT','code':'AA01000'} | off | name at least one limit",
        "FIRM_LIMITS | {'level':'SETTLEMENT_ACCOUNT','code':'SA','off':true} | level | no limits for settlement",
        "MASS_CANCEL | {'firm':'AA01','account':'BB01000'} | account | of another firm",
        "OPERATOR_ADD | {'name':'o','roles':['member-risk-officer'],'publicKey':'30'} | firm | needs firm",
        "OPERATOR_ADD | {'name':'o','roles':['auditor'],'publicKey':'30','firm':'AA01'} | firm | goes with the role",
        "OPERATOR_ROLES | {'name':'o','roles':['member-risk-officer']} | roles | added as such",
        "RIGHTS | {'loginId':1,'quotes':true,'confirmed':1} | confirmed | true or false",
        "TRADE_BUST | {'tradeId':'0','reason':'x'} | tradeId | a number from 1",
        "TRADE_CORRECT | {'tradeId':'1','reason':'x'} | price | name a new price or a new quantity",
        "CALENDAR | {'entries':[{'start':'09:00','phase':'CLOSED'}]} | entries | such as 2026-11-28T17:00:00Z",
        "LEGS | {'strategyId':1,'legs':[{'instrumentId':1,'ratio':1}]} | legs | a strategy has 2 to 4 legs",
        "SESSION_OPEN | {'date':20261131} | date | this is no date",
        "TRADING_DAYS | {'weekdays':[]} | weekdays | weekdays is needed",
        "TRADING_DAYS | {'weekdays':['MONDAY'],'holidays':[20261129]} | holidays | no trading day by its weekday",
        "TRADING_DAYS | {'weekdays':['MONDAY'],'extraDays':[20261131]} | extraDays | this is no date",
        "POLICY | {'acts':[{'act':'OPERATORS','roles':['auditor']}]} | acts | administrators must be able",
        "POLICY | {'acts':[{'act':'NEWS','roles':['king']}]} | roles | there is no such role: role=king",
        "SNAPSHOT | {'timeoutSeconds':3601} | timeoutSeconds | the longest wait is 3600 s",
        "LOGIN_BLOCK | {'loginId':1,'confirm':1} | confirm | text is needed",
        "GATEWAY_ACTIVATE | {'gateway':'PITCH'} | gateway | no such value: value=PITCH",
        "CLEARING_START | {'kind':'EVENING','waves':['w3']} | waves | no such wave",
        "CLEARING_START | {'kind':'EVENING','tickValues':[{'instrumentId':1}]} | tickValues | its value",
        "CLEARING_REOPEN | {'runId':2026112101,'reason':' '} | reason | reason is needed",
        "CLEARING_FUNDS | {'kind':'PAY_IN','client':'AA01001','reference':'r','asset':'SBER'} | amountKopecks | money",
        "CLEARING_FUNDS | {'kind':'DEPOSIT','client':'AA01001','reference':'r','asset':'SBER','units':'1e30'} | " +
            "units | fifteen digits",
        "CLEARING_FUNDS | {'kind':'PAY_IN','client':'AA01001','reference':'r','amountKopecks':1," +
            "'despiteDefault':true} | despiteDefault | what goes out",
        "CLEARING_DEFAULT_PORT | {'defaultId':1,'clients':[{'register':'AA01001'}]} | clients | needed",
        "CLEARING_DEFAULT_PORT | {'defaultId':1,'clients':[{'register':'AA01001','receiver':'BB01001'}," +
            "{'register':'AA01001','receiver':'CC01001'}]} | clients | stands once"})
    void shouldSayWhatIsWrong(final ActKind kind, final String body, final String field, final String words)
        throws IOException
    {
        final ApiException ex = assertWrong(
            kind, (ObjectNode)ActForm.MAPPER.readTree(body.replace('\'', '"')), field);
        assertTrue(ex.getMessage().contains(null == words ? "" : words), ex::getMessage);
    }

    @Test
    void shouldTakeNumbersOfTradesThatADoubleCannotHold() throws IOException
    {
        final ActForm form = ActForm.of(ActKind.TRADE_BUST, ActForm.MAPPER.readTree(
            "{\"tradeId\":\"9223372036854775807\",\"reason\":\"x\",\"confirmed\":true}"));
        assertEquals("BreakTrade[tradeId=9223372036854775807, reason=x]", form.act().toString());
        assertTrue(form.isConfirmed());
    }

    private static ApiException assertWrong(final ActKind kind, final ObjectNode body, final String field)
    {
        final ApiException ex = assertThrows(ApiException.class, () -> ActForm.of(kind, body), body::toString);
        assertEquals(400, ex.status());
        assertEquals("wrong-field", ex.code());
        assertEquals(field, ex.facts().get("field"), ex::getMessage);
        return ex;
    }

    private static Map<String, Object> schema(final ActKind kind) throws IOException
    {
        try (InputStream in = ConsoleServer.class.getResourceAsStream("openapi.yaml"))
        {
            final Map<String, Object> api = map(new YAMLMapper().readValue(in, Map.class));
            final Map<String, Object> post =
                map(map(map(api.get("paths")).get("/api/v1/acts/" + kind.text())).get("post"));
            final Map<String, Object> json =
                map(map(map(post.get("requestBody")).get("content")).get("application/json"));
            final String name = (String)map(json.get("schema")).get("$ref");
            assertTrue(name.startsWith(SCHEMA), name);
            return map(map(map(api.get("components")).get("schemas")).get(name.substring(SCHEMA.length())));
        }
    }

    private static Map<String, Object> properties(final Map<String, Object> schema)
    {
        return map(schema.get("properties"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(final Object value)
    {
        return (Map<String, Object>)value;
    }
}
