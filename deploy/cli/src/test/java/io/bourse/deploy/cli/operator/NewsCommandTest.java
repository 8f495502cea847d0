// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.BadLine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewsCommandTest
{
    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "one two",
        "headline --login 1 --firm AA01",
        "headline --login 0",
        "headline --firm AA",
        "headline --instrument X",
        "caf\u00e9",
        "headline --text two\u0001fields",
        "01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new NewsCommand(), line);
    }
}
