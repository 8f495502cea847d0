// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

/**
 * A configuration that the venue must not start with. The message names the key, the value and the reason.
 */
public final class ConfigurationException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    private final String key;

    /**
     * A key with an unusable value.
     *
     * @param key full path, as written in the file.
     * @param value as found; empty when there is none.
     * @param reason why it cannot be used and what can.
     */
    public ConfigurationException(final String key, final String value, final String reason)
    {
        super("configuration refused: key=" + key + " value=" + value + " reason=" + reason);
        this.key = key;
    }

    /**
     * Which option is wrong.
     *
     * @return full path, as written in the file.
     */
    public String key()
    {
        return key;
    }
}
