// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.AccessTarget.FieldAccessTarget;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.bourse.deploy.config.MarketDataConfig.Protocol;

import java.util.Arrays;
import java.util.Locale;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The arrows of docs/architecture.md: who may know whom.
 */
@AnalyzeClasses(packages = "io.bourse", importOptions = {
    ImportOption.DoNotIncludeTests.class, ArchitectureTest.WithoutTestJars.class})
@ArchTag("venue")
class ArchitectureTest
{
    private static final String CORE = "io.bourse.engine.core..";
    private static final String PROTOCOL = "io.bourse.engine.protocol..";
    private static final String HOST = "io.bourse.engine.host..";
    private static final String CLIENT = "io.bourse.engine.client..";
    private static final String NET = "io.bourse.engine.net..";
    private static final String TELEMETRY = "io.bourse.engine.telemetry..";
    private static final String FILES = "io.bourse.engine.files..";
    private static final String SECURITY = "io.bourse.engine.security..";
    private static final String TLS = "tlschannel..";
    private static final String[] CODECS = Arrays.stream(Protocol.values())
        .map(protocol -> "io.bourse.marketdata." + protocol.name().toLowerCase(Locale.ROOT) + "..")
        .toArray(String[]::new);

    /** Market data over FIX stands on the same market as the feeds. */
    private static final String FIX_DATA = "io.bourse.gateway.fix.data..";
    private static final String[] PUBLIC_MARKET =
        {"io.bourse.marketdata.market", "io.bourse.marketdata.book", "io.bourse.marketdata.statistics"};

    @ArchTest
    static final ArchRule PACKAGES_OF_THE_CORE_STAND_ON_EACH_OTHER_IN_ONE_ORDER = slices()
        .matching("io.bourse.engine.core.(**)")
        .should().beFreeOfCycles();

    @ArchTest
    static final ArchRule CORE_HAS_NO_FLOATING_POINT = noClasses()
        .that().resideInAPackage(CORE)
        .should().accessTargetWhere(describe("are of a floating-point type", access ->
            isFloatingPoint(access.getTarget())));

    /** What the core does is seen from outside of it. */
    @ArchTest
    static final ArchRule CORE_KNOWS_NO_FLIGHT_RECORDER = noClasses()
        .that().resideInAnyPackage(CORE, PROTOCOL, "io.bourse.engine.book..")
        .should().dependOnClassesThat().resideInAnyPackage("jdk.jfr..", TELEMETRY);

    /** Who may do what is decided without knowing how it is done. */
    @ArchTest
    static final ArchRule SECURITY_KNOWS_NO_ENGINE = noClasses()
        .that().resideInAPackage(SECURITY)
        .should().dependOnClassesThat().resideInAnyPackage(HOST, CORE, CLIENT);

    @ArchTest
    static final ArchRule ENGINE_KNOWS_NO_OTHER_MODULE = noClasses()
        .that().resideInAPackage("io.bourse.engine..")
        .should().dependOnClassesThat().resideInAnyPackage(
            "io.bourse.gateway..", "io.bourse.marketdata..", "io.bourse.clearing..", "io.bourse.deploy..");

    @ArchTest
    static final ArchRule CHANNELS_KNOW_NOTHING_OF_THE_VENUE = classes()
        .that().resideInAPackage(NET)
        .should().onlyDependOnClassesThat(resideInAnyPackage(
            NET, FILES, "java..", "javax.net.ssl", "javax.security.auth.x500", "org.slf4j", "org.agrona..", TLS));

    @ArchTest
    static final ArchRule THE_TLS_LIBRARY_IS_KNOWN_IN_ONE_PLACE = noClasses()
        .that().resideOutsideOfPackage(NET)
        .should().dependOnClassesThat().resideInAPackage(TLS);

    @ArchTest
    static final ArchRule ROOMS_SEE_ONLY_THE_ENGINES_CLIENT_SIDE = noClasses()
        .that().resideInAnyPackage("io.bourse.gateway..", "io.bourse.marketdata..", "io.bourse.clearing..")
        .should().dependOnClassesThat(resideInAnyPackage("io.bourse.deploy..", "io.bourse.jmh..", "io.bourse.engine..")
            .and(resideOutsideOfPackages(CLIENT, PROTOCOL, NET, FILES, SECURITY, TELEMETRY)));

    @ArchTest
    static final ArchRule ROOMS_DO_NOT_KNOW_EACH_OTHER = slices()
        .matching("io.bourse.(gateway.*|marketdata|clearing)..")
        .should().notDependOnEachOther()
        .ignoreDependency(resideInAPackage(FIX_DATA), resideInAnyPackage(PUBLIC_MARKET));

    @ArchTest
    static final ArchRule PARTS_OF_CLEARING_STAND_ON_EACH_OTHER_IN_ONE_ORDER = slices()
        .matching("io.bourse.clearing.(*)..")
        .should().beFreeOfCycles();

    @ArchTest
    static final ArchRule PACKAGES_OF_CLEARING_STAND_ON_EACH_OTHER_IN_ONE_ORDER = slices()
        .matching("io.bourse.clearing.(**)")
        .should().beFreeOfCycles();

    /** What a run comes to follows from tables alone: an engine and its stream are known where days are read. */
    @ArchTest
    static final ArchRule CLEARING_CALCULATES_WITHOUT_AN_ENGINE = noClasses()
        .that().resideInAnyPackage(
            "io.bourse.clearing.model..",
            "io.bourse.clearing.table..",
            "io.bourse.clearing.calculation..",
            "io.bourse.clearing.expiry..",
            "io.bourse.clearing.price..",
            "io.bourse.clearing.pricing..",
            "io.bourse.clearing.margin..",
            "io.bourse.clearing.ledger..",
            "io.bourse.clearing.cashmarket..",
            "io.bourse.clearing.collateral..",
            "io.bourse.clearing.verify..",
            "io.bourse.clearing.report..")
        .should().dependOnClassesThat().resideInAnyPackage(CLIENT, "io.bourse.clearing.ingest..");

    @ArchTest
    static final ArchRule THE_SECOND_OPINION_SHARES_NO_ARITHMETIC = noClasses()
        .that().resideInAnyPackage("io.bourse.clearing.verify..", "io.bourse.clearing.proof..")
        .should().dependOnClassesThat().haveFullyQualifiedName("io.bourse.clearing.model.VariationMargin");

    @ArchTest
    static final ArchRule ORDERS_AND_DATA_OF_FIX_DO_NOT_KNOW_EACH_OTHER = slices()
        .matching("io.bourse.gateway.fix.(order|data)..")
        .should().notDependOnEachOther();

    @ArchTest
    static final ArchRule FIX_SESSIONS_KNOW_NOTHING_OF_WHAT_THEY_CARRY = noClasses()
        .that().resideInAnyPackage("io.bourse.gateway.fix.session..", "io.bourse.gateway.fix.wire..")
        .should().dependOnClassesThat().resideInAnyPackage(
            "io.bourse.gateway.fix", "io.bourse.gateway.fix.order..", "io.bourse.gateway.fix.data..");

    @ArchTest
    static final ArchRule MARKET_DATA_CODECS_KNOW_NO_MARKET = noClasses()
        .that().resideInAnyPackage(CODECS)
        .should().dependOnClassesThat(resideInAnyPackage("io.bourse..").and(resideOutsideOfPackages(CODECS)));

    @ArchTest
    static final ArchRule THE_PUBLIC_MARKET_KNOWS_NO_PROTOCOL = noClasses()
        .that().resideInAPackage("io.bourse.marketdata.market..")
        .should().dependOnClassesThat(resideInAnyPackage(CODECS).or(resideInAnyPackage(
            "io.bourse.marketdata.publisher..", "io.bourse.marketdata.client..", "io.bourse.marketdata.net..")));

    @ArchTest
    static final ArchRule RECEIVERS_KNOW_NO_PUBLISHER = noClasses()
        .that().resideInAPackage("io.bourse.marketdata.client..")
        .should().dependOnClassesThat(resideInAnyPackage(
            "io.bourse.marketdata.publisher..", "io.bourse.marketdata.market..", "io.bourse.engine..")
            .and(resideOutsideOfPackages(TELEMETRY)));

    @ArchTest
    static final ArchRule PROTOCOLS_OF_MARKET_DATA_DO_NOT_KNOW_EACH_OTHER = slices()
        .matching("io.bourse.marketdata.publisher.(*)..")
        .should().notDependOnEachOther();

    @ArchTest
    static final ArchRule NOTHING_IMPORTS_THE_BENCHMARKS = noClasses()
        .that().resideOutsideOfPackage("io.bourse.jmh..")
        .should().dependOnClassesThat().resideInAPackage("io.bourse.jmh..");

    /** Test fixtures are on the class path as jars of their own. */
    static final class WithoutTestJars implements ImportOption
    {
        @Override
        public boolean includes(final Location location)
        {
            return !location.contains("-tests.jar") && !location.contains("src/test/support");
        }
    }

    private static boolean isFloatingPoint(final AccessTarget target)
    {
        final String type = switch (target)
        {
            case FieldAccessTarget field -> field.getRawType().getName();
            case CodeUnitCallTarget call ->
                call.getRawReturnType().getName();
            default -> "";
        };
        return "double".equals(type) || "float".equals(type);
    }
}
