// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.run.audit.Operators;
import io.bourse.engine.client.operator.PolicyRow;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.OperatorRoles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class VenuePolicyTest
{
    @TempDir
    private Path dir;

    private static PolicyRow row(final VenuePolicy policy, final OperatorAct act)
    {
        return policy.acts().stream().filter(each -> act == each.act()).findFirst().orElseThrow();
    }

    @Test
    void shouldSayWhatWantsASecondPersonByDefault()
    {
        final VenuePolicy policy = VenuePolicy.read("");
        assertEquals(List.of(OperatorAct.SESSION_DATE, OperatorAct.RESUME, OperatorAct.TRADE_BREAK),
            policy.acts().stream().filter(PolicyRow::needsApproval).map(PolicyRow::act).toList());
        assertEquals(new PolicyRow(OperatorAct.OPERATORS, OperatorRoles.ADMINISTRATOR, false),
            row(policy, OperatorAct.OPERATORS));
        assertEquals(Operators.REQUESTERS_DEFAULT, policy.requesters());
        assertTrue(policy.isSiteApproved());
        assertFalse(VenuePolicy.parse("steps.site.second-person = false").isSiteApproved());
    }

    @Test
    void shouldLeaveOutWhatAnOlderHistoryDoesNotKnow()
    {
        final VenuePolicy policy = VenuePolicy.read("");
        assertEquals(policy.acts(), policy.acts(FeatureLevels.HIGHEST));
        final List<PolicyRow> older = policy.acts(FeatureLevels.DELEGATED - 1);
        assertEquals(policy.acts().size() - 3, older.size());
        assertEquals(0, older.stream().mapToInt(PolicyRow::roles).reduce(0, (one, other) -> one | other) &
            OperatorRoles.MEMBER_RISK_OFFICER);
    }

    @Test
    void shouldTakeTheValuesOfAFileAndRefuseUnknownOnes() throws IOException
    {
        final Path file = dir.resolve("operators.conf");
        Files.writeString(file, "acts.kill { roles = [risk-officer], second-person = true }\n");
        final VenuePolicy policy = VenuePolicy.read(file.toString());
        assertEquals(new PolicyRow(OperatorAct.KILL, OperatorRoles.RISK_OFFICER, true), row(policy, OperatorAct.KILL));
        assertEquals(row(VenuePolicy.read(""), OperatorAct.PHASE), row(policy, OperatorAct.PHASE));
        Files.writeString(file, "acts.kil.roles = [risk-officer]\n");
        assertEquals("there is no such option: file=" + file + " key=acts.kil.roles", assertThrows(
            IllegalArgumentException.class, () -> VenuePolicy.read(file.toString())).getMessage());
        Files.writeString(file, "acts.kill.roles = [boss]\n");
        assertEquals("there is no such role: role=boss known=[market-operator, risk-officer, clearing-operator, " +
            "approver, auditor, administrator, member-risk-officer]", assertThrows(
            IllegalArgumentException.class, () -> VenuePolicy.read(file.toString())).getMessage());
    }
}
