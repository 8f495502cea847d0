// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import java.util.Map;

/**
 * A request that is answered with an error: {@code {"error": {"code", "message", "facts"}}}.
 */
public final class ApiException extends RuntimeException
{
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;
    private final transient Map<String, Object> facts;

    /**
     * An error without facts.
     *
     * @param status of HTTP, from 400.
     * @param code for programs: lower case words with hyphens.
     * @param message what happened and what to do.
     */
    public ApiException(final int status, final String code, final String message)
    {
        this(status, code, message, Map.of());
    }

    /**
     * An error with facts.
     *
     * @param status of HTTP, from 400.
     * @param code for programs: lower case words with hyphens.
     * @param message what happened and what to do.
     * @param facts names and values that the message is about, without secrets.
     */
    public ApiException(final int status, final String code, final String message, final Map<String, Object> facts)
    {
        super(message);
        this.status = status;
        this.code = code;
        this.facts = Map.copyOf(facts);
    }

    /** Status of HTTP. */
    public int status()
    {
        return status;
    }

    /** Code for programs. */
    public String code()
    {
        return code;
    }

    /** Names and values that the message is about. */
    public Map<String, Object> facts()
    {
        return facts;
    }
}
