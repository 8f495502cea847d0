// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.PublishNewsEncoder;

/**
 * News of an operator to members. Uses the connection of an {@link OperatorClient}, with the same exceptions, and is
 * not thread-safe either.
 */
public final class NewsOperator
{
    /** Characters of a headline at most. */
    public static final int MAX_HEADLINE = PublishNewsEncoder.headlineLength();
    /** Characters of a text at most, line feeds counted. */
    public static final int MAX_TEXT = PublishNewsEncoder.textLength();

    private final OperatorClient operator;

    /**
     * News of an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public NewsOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Publishes news.
     *
     * @param headline 1 to {@link #MAX_HEADLINE} characters of printable ASCII.
     * @param text up to {@link #MAX_TEXT} characters of printable ASCII and line feeds.
     * @param instrumentId what it is about; 0: the whole market.
     * @param loginId of the receiver; 0: not one login.
     * @param firm four characters of the receiving brokerage firm; empty: not one firm.
     * @throws IllegalArgumentException when a text is longer or has other characters.
     */
    public void publish(
        final String headline, final String text, final int instrumentId, final int loginId, final String firm)
    {
        if (headline.length() > MAX_HEADLINE || text.length() > MAX_TEXT)
        {
            throw new IllegalArgumentException("news are too long: headline=" + headline.length() + " maxHeadline=" +
                MAX_HEADLINE + " text=" + text.length() + " maxText=" + MAX_TEXT);
        }
        // The encoder would make a question mark of anything else, and the engine could not see it.
        if (!headline.matches("[ -~]+") || !text.matches("[ -~\n]*"))
        {
            throw new IllegalArgumentException("news must be printable ASCII, with line feeds in the text only");
        }
        operator.execute(
            operator.begin(new PublishNewsEncoder())
                .instrumentId(instrumentId).loginId(loginId).brokerageFirm(firm).headline(headline).text(text),
            "command=PublishNews instrumentId=" + instrumentId + " loginId=" + loginId + " firm=" + firm);
    }
}
