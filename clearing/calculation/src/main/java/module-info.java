// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tables, prices, margin, ledger and verification of clearing: the same input gives the same bytes. The arrays of a
 * margin method are its own; files in JSON are read and written by reflection.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.bourse.clearing.calculation
{
    requires com.fasterxml.jackson.annotation;
    requires com.fasterxml.jackson.core;
    requires transitive com.fasterxml.jackson.databind;
    requires duckdb.jdbc;
    requires io.bourse.engine.files;
    requires transitive io.bourse.engine.protocol;
    requires static io.soabase.recordbuilder.core;
    requires static java.compiler;
    requires transitive java.sql;
    requires org.slf4j;

    exports io.bourse.clearing;
    exports io.bourse.clearing.calculation;
    exports io.bourse.clearing.cashmarket;
    exports io.bourse.clearing.collateral;
    exports io.bourse.clearing.expiry;
    exports io.bourse.clearing.file;
    exports io.bourse.clearing.layout;
    exports io.bourse.clearing.ledger;
    exports io.bourse.clearing.ledger.check;
    exports io.bourse.clearing.margin;
    exports io.bourse.clearing.margin.method;
    exports io.bourse.clearing.model;
    exports io.bourse.clearing.price;
    exports io.bourse.clearing.pricing;
    exports io.bourse.clearing.table;
    exports io.bourse.clearing.verify;

    opens io.bourse.clearing.collateral to com.fasterxml.jackson.databind;
    opens io.bourse.clearing.expiry to com.fasterxml.jackson.databind;
    opens io.bourse.clearing.margin to com.fasterxml.jackson.databind;
    opens io.bourse.clearing.price to com.fasterxml.jackson.databind;
    opens io.bourse.clearing.table to com.fasterxml.jackson.databind;
    opens io.bourse.clearing.verify to com.fasterxml.jackson.databind;
}
