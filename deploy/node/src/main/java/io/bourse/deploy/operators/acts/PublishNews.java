// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.NewsOperator;

import java.util.List;

/**
 * Publishes news to members.
 *
 * @param headline up to 100 characters of printable ASCII.
 * @param text lines, up to 320 characters in all; null for none.
 * @param instrumentId what it is about; null: the whole market.
 * @param loginId for one login alone; not together with a firm.
 * @param firm for the logins of one brokerage firm alone.
 */
public record PublishNews(String headline, List<String> text, Integer instrumentId, Integer loginId, String firm)
    implements Act<Void>
{
    /** Checks the form. */
    public PublishNews
    {
        text = null == text ? List.of() : List.copyOf(text);
        Forms.given("headline", headline);
        Forms.require(
            !headline.isBlank() && headline.length() <= NewsOperator.MAX_HEADLINE && Forms.isPrintable(headline),
            "headline", "a headline has 1 to " + NewsOperator.MAX_HEADLINE + " characters of printable ASCII");
        Forms.require(
            joined(text).length() <= NewsOperator.MAX_TEXT && text.stream().allMatch(Forms::isPrintable), "text",
            "the lines of text have up to " + NewsOperator.MAX_TEXT + " characters of printable ASCII in all");
        Forms.positiveOrNone("instrumentId", instrumentId);
        Forms.positiveOrNone("loginId", loginId);
        Forms.require(null == loginId || null == firm, "firm", "{loginId} does not go with {firm}");
        if (null != firm)
        {
            CodeForm.BROKERAGE_FIRM.require("firm", firm);
        }
    }

    @Override
    public Void execute(final ActContext context)
    {
        if (null != instrumentId)
        {
            context.settings().requireInstrument(instrumentId);
        }
        if (null != loginId)
        {
            context.settings().requireLogin(loginId);
        }
        if (null != firm)
        {
            context.settings().requireFirm(firm);
        }
        new NewsOperator(context.operator()).publish(
            headline,
            joined(text),
            null == instrumentId ? 0 : instrumentId,
            null == loginId ? 0 : loginId,
            null == firm ? "" : firm);
        return null;
    }

    private static String joined(final List<String> lines)
    {
        return String.join("\n", lines);
    }
}
