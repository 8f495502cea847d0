// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Keeps what is logged at WARN and above while it is open.
 */
public final class LogCapture extends AbstractAppender implements AutoCloseable
{
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final Logger root = (Logger)LogManager.getRootLogger();

    public LogCapture()
    {
        super("capture-" + System.nanoTime(), null, null, false, Property.EMPTY_ARRAY);
        start();
        root.addAppender(this);
    }

    @Override
    public void append(final LogEvent event)
    {
        if (event.getLevel().isMoreSpecificThan(Level.WARN))
        {
            messages.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
        }
    }

    public List<String> messages()
    {
        return messages;
    }

    @Override
    public void close()
    {
        root.removeAppender(this);
        stop();
    }
}
