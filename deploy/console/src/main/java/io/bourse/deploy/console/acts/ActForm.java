// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsoleJson;
import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.deploy.operators.forms.FormException;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The body of a request for an act.
 *
 * @param act that is asked for.
 * @param isConfirmed whether it is done without asking.
 * @param confirm name of what it hits, typed again; null when it is left out.
 */
record ActForm(Act<?> act, boolean isConfirmed, String confirm)
{
    private static final String CONFIRMED = "confirmed";
    private static final String CONFIRM = "confirm";

    /** What is left out of a body is null or false; numbers may be text, for those that a double cannot hold. */
    static final ObjectMapper MAPPER = ConsoleJson.MAPPER.copy()
        .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .registerModule(new SimpleModule().addDeserializer(Instant.class, new InstantJson()));

    private static final class InstantJson extends StdScalarDeserializer<Instant>
    {
        private static final long serialVersionUID = 1L;

        private InstantJson()
        {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(final JsonParser parser, final DeserializationContext context) throws IOException
        {
            try
            {
                return Instant.parse(parser.getText());
            }
            catch (final DateTimeParseException ex)
            {
                throw JsonMappingException.from(parser, "a time is such as 2026-11-28T17:00:00Z");
            }
        }
    }

    /**
     * Reads a body.
     *
     * @param kind of the act.
     * @param body an object.
     * @return form.
     * @throws ApiException with status 400, naming field and reason, when it is wrong.
     */
    static ActForm of(final ActKind kind, final JsonNode body)
    {
        final ObjectNode fields = ((ObjectNode)body).deepCopy();
        final JsonNode confirmed = kind.asks() ? fields.remove(CONFIRMED) : null;
        if (null != confirmed && !confirmed.isBoolean())
        {
            throw Replies.wrong(CONFIRMED, "true or false is needed: confirmed=" + confirmed);
        }
        final JsonNode confirm = kind.isNamed() ? fields.remove(CONFIRM) : null;
        if (null != confirm && !confirm.isTextual())
        {
            throw Replies.wrong(CONFIRM, "text is needed: confirm=" + confirm);
        }
        try
        {
            return new ActForm(MAPPER.treeToValue(fields, kind.form()), null != confirmed && confirmed.booleanValue(),
                null == confirm ? null : confirm.textValue());
        }
        catch (final JsonMappingException ex)
        {
            throw ex.getCause() instanceof final FormException form ?
                Replies.wrong(form.field(), form.getMessage()) : Replies.wrong(field(ex), reason(ex));
        }
        catch (final JsonProcessingException ex)
        {
            throw Replies.wrong("", ex.getOriginalMessage());
        }
    }

    /**
     * Requires that the name of what a dangerous act hits was typed again.
     *
     * @throws ApiException with status 409 and the name, when it was not.
     */
    void requireConfirm(final ActContext context)
    {
        final String target = act.target(context);
        if (null != target && !target.equals(confirm))
        {
            throw new ApiException(Replies.CONFLICT, "confirm-needed", "nothing was done: this is dangerous, send it " +
                "again with the name of what it hits as confirm: name=" + target +
                (null == confirm ? "" : " confirm=" + confirm), Map.of("name", target));
        }
    }

    /** The outermost one that a client has named. */
    private static String field(final JsonMappingException ex)
    {
        return ex.getPath().stream().map(JsonMappingException.Reference::getFieldName)
            .filter(name -> null != name).findFirst().orElse("");
    }

    private static String reason(final JsonMappingException ex)
    {
        return switch (ex)
        {
            case UnrecognizedPropertyException unknown -> "there is no such field: field=" +
                unknown.getPropertyName() + " known=" + unknown.getKnownPropertyIds();
            case InvalidFormatException wrong when wrong.getTargetType().isEnum() -> "there is no such value: value=" +
                wrong.getValue() + " known=" + Arrays.stream(wrong.getTargetType().getEnumConstants())
                .map(Object::toString).filter(name -> !"NULL_VAL".equals(name)).toList();
            case MismatchedInputException wrong -> noun(wrong.getTargetType()) + " is needed";
            default -> ex.getOriginalMessage();
        };
    }

    private static String noun(final Class<?> type)
    {
        if (String.class == type || type.isEnum())
        {
            return "text";
        }
        if (boolean.class == type)
        {
            return "true or false";
        }
        return Number.class.isAssignableFrom(type) || type.isPrimitive() ? "a whole number in range" :
            List.class.isAssignableFrom(type) ? "a list" : "an object";
    }
}
