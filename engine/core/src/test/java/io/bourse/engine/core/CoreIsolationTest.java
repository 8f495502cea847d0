// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the core may use (docs/architecture.md): the basics of the JDK, Agrona, and the engine's protocol.
 */
@Tag("venue")
class CoreIsolationTest
{
    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("io.bourse.engine.core");

    @Test
    void shouldDependOnBasicsOnly()
    {
        classes().should().onlyDependOnClassesThat().resideInAnyPackage(
            "io.bourse.engine.core..",
            "io.bourse.engine.book",
            "io.bourse.engine.protocol",
            "io.bourse.engine.protocol.snapshot",
            "org.agrona",
            "org.agrona.collections",
            "org.agrona.concurrent",
            "org.agrona.sbe",
            "java.lang",
            "java.lang.invoke",
            "java.lang.runtime",
            "java.nio",
            "java.util",
            "java.util.function").check(CORE);
    }

    @Test
    void shouldKeepRiskFreeOfTheRestOfTheCore()
    {
        classes().that().resideInAPackage("io.bourse.engine.core.risk")
            .should().onlyDependOnClassesThat().resideInAnyPackage(
                "io.bourse.engine.core.risk", "io.bourse.engine.protocol", "java..", "org.agrona..").check(CORE);
    }

    @Test
    void shouldNotTouchClockThreadRandomOrEnvironment()
    {
        noClasses().should().callMethod(System.class, "nanoTime")
            .orShould().callMethod(System.class, "currentTimeMillis")
            .orShould().callMethod(System.class, "getenv", String.class)
            .orShould().callMethod(System.class, "getProperty", String.class)
            .orShould().callMethod(System.class, "identityHashCode", Object.class)
            .orShould().callMethod(Math.class, "random")
            .orShould().dependOnClassesThat().areAssignableTo(Thread.class)
            .orShould().dependOnClassesThat().areAssignableTo(java.util.Random.class)
            .check(CORE);
    }

    @Test
    void shouldUseNoFloatingPoint()
    {
        for (final Class<?> type : new Class<?>[]{double.class, float.class, Double.class, Float.class})
        {
            fields().should().notHaveRawType(type).check(CORE);
            methods().should().notHaveRawReturnType(type).check(CORE);
        }
    }
}
