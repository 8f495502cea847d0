// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

class ClientIsolationTest
{
    private static final JavaClasses ENGINE = new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("io.bourse.engine");

    @Test
    void shouldKnowNeitherHostNorCoreWhenClient()
    {
        noClasses().that().resideInAPackage("io.bourse.engine.client..")
            .should().dependOnClassesThat().resideInAnyPackage("io.bourse.engine.host..", "io.bourse.engine.core..")
            .check(ENGINE);
    }

    @Test
    void shouldNotKnowItsHostWhenCoreOrProtocol()
    {
        noClasses().that().resideInAnyPackage("io.bourse.engine.core..", "io.bourse.engine.protocol..")
            .should().dependOnClassesThat().resideInAnyPackage("io.bourse.engine.host..", "io.bourse.engine.client..")
            .check(ENGINE);
    }
}
