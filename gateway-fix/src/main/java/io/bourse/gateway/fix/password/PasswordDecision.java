// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import io.bourse.gateway.fix.admission.SessionStatus;
import io.bourse.gateway.fix.session.LogonAnswer;

/**
 * What a Logon is answered with.
 *
 * @param outcome to be counted.
 * @param sessionStatus SessionStatus(1409), or {@link LogonAnswer#NO_STATUS}.
 * @param text for the client; null when it is accepted.
 */
record PasswordDecision(LogonOutcome outcome, int sessionStatus, String text)
{
    static final PasswordDecision ACCEPTED =
        new PasswordDecision(LogonOutcome.ACCEPTED, SessionStatus.ACTIVE, null);
    static final PasswordDecision WITHOUT_PASSWORD =
        new PasswordDecision(LogonOutcome.ACCEPTED_WITHOUT_PASSWORD, LogonAnswer.NO_STATUS, null);
    static final PasswordDecision CHANGED =
        new PasswordDecision(LogonOutcome.PASSWORD_CHANGED, SessionStatus.PASSWORD_CHANGED, null);
    static final PasswordDecision WRONG = new PasswordDecision(
        LogonOutcome.WRONG_CREDENTIALS, SessionStatus.WRONG_CREDENTIALS, "wrong user name or password");
    static final PasswordDecision EXPIRED = new PasswordDecision(
        LogonOutcome.PASSWORD_EXPIRED, SessionStatus.PASSWORD_EXPIRED, "password expired, send NewPassword(925)");
    static final PasswordDecision FILE_FAILED = new PasswordDecision(
        LogonOutcome.FILE_FAILED, LogonAnswer.NO_STATUS, "passwords cannot be checked or changed now, try again later");
    static final PasswordDecision BUSY = new PasswordDecision(
        LogonOutcome.BUSY, LogonAnswer.NO_STATUS, "too many logons at once, try again");

    boolean isAccepted()
    {
        return null == text;
    }

    /** Whether the client has not shown that it knows the password. */
    private boolean isOfStranger()
    {
        return switch (outcome)
        {
            case WRONG_CREDENTIALS, WRONG_SOURCE, UNKNOWN_LOGIN, LOCKED, BUSY, FILE_FAILED -> true;
            case ACCEPTED, ACCEPTED_WITHOUT_PASSWORD, PASSWORD_CHANGED, PASSWORD_EXPIRED, NEW_PASSWORD_REFUSED, BLOCKED,
                WRONG_CERTIFICATE, OUTSIDE_SCHEDULE -> false;
        };
    }

    void give(final LogonAnswer answer)
    {
        if (isAccepted())
        {
            answer.accept(sessionStatus);
        }
        else if (isOfStranger())
        {
            answer.refuseStranger(sessionStatus, text);
        }
        else
        {
            answer.refuse(sessionStatus, text);
        }
    }
}
