// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.audit.ApprovalStep;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What is approved, as people write it.
 */
final class ApprovalStepConverter implements ITypeConverter<ApprovalStep>
{
    @Override
    public ApprovalStep convert(final String text)
    {
        for (final ApprovalStep step : ApprovalStep.values())
        {
            if (step.text().equalsIgnoreCase(text))
            {
                return step;
            }
        }
        throw new TypeConversionException("prices, publish or reopen: " + text);
    }
}
