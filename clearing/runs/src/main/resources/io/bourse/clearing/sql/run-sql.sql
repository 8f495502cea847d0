-- Copyright 2026 The Bourse Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- What people see of a run: codes instead of ids, decimals instead of scaled numbers. Nothing is copied; a view costs
-- only what a query asks of it.

-- Seven characters in a long, the first in the lowest byte.
CREATE MACRO code_character(code, place) AS
    CASE WHEN (code >> (8 * place)) & 127 = 0 THEN '' ELSE chr(((code >> (8 * place)) & 127)::INTEGER) END;

CREATE MACRO code_text(code) AS
    code_character(code, 0) || code_character(code, 1) || code_character(code, 2) || code_character(code, 3) ||
    code_character(code, 4) || code_character(code, 5) || code_character(code, 6);

CREATE VIEW registers AS
SELECT account, code_text(code) AS client, left(code_text(code), 4) AS brokerage_firm,
    left(code_text(code), 2) AS clearing_firm
FROM raw.registers;

CREATE VIEW instruments AS SELECT * EXCLUDE (instrument) FROM raw.instruments;

CREATE VIEW positions AS
SELECT code_text(r.code) AS client, i.isin_id, i.isin, p.pos_beg, p.buys, p.sells, p.moved, p.pos_end, p.vm_day,
    p.vm_paid, p.vm_day - p.vm_paid AS vm, p.fee_ex, p.fee_cc, p.vat_ex, p.vat_cc
FROM raw.positions p
    LEFT JOIN raw.registers r ON r.account = p.account
    LEFT JOIN raw.instruments i ON i.instrument = p.instrument;

CREATE VIEW ledger AS
SELECT code_text(r.code) AS client, i.isin_id, i.isin, c.name AS code,
    coalesce('cash:' || code_text(d.code), dh.name, l.debit::VARCHAR) AS debit,
    coalesce('cash:' || code_text(k.code), kh.name, l.credit::VARCHAR) AS credit, l.amount
FROM raw.ledger l
    LEFT JOIN raw.registers r ON r.account = l.account
    LEFT JOIN raw.instruments i ON i.instrument = l.instrument
    LEFT JOIN raw.posting_codes c ON c.code = l.code
    LEFT JOIN raw.registers d ON d.account = l.debit
    LEFT JOIN raw.house_accounts dh ON dh.account = l.debit
    LEFT JOIN raw.registers k ON k.account = l.credit
    LEFT JOIN raw.house_accounts kh ON kh.account = l.credit;

CREATE VIEW reversed_ledger AS
SELECT code_text(r.code) AS client, i.isin_id, i.isin, c.name AS code,
    coalesce('cash:' || code_text(d.code), dh.name, l.debit::VARCHAR) AS debit,
    coalesce('cash:' || code_text(k.code), kh.name, l.credit::VARCHAR) AS credit, l.amount
FROM raw.reversed_ledger l
    LEFT JOIN raw.registers r ON r.account = l.account
    LEFT JOIN raw.instruments i ON i.instrument = l.instrument
    LEFT JOIN raw.posting_codes c ON c.code = l.code
    LEFT JOIN raw.registers d ON d.account = l.debit
    LEFT JOIN raw.house_accounts dh ON dh.account = l.debit
    LEFT JOIN raw.registers k ON k.account = l.credit
    LEFT JOIN raw.house_accounts kh ON kh.account = l.credit;

CREATE VIEW money AS
SELECT code_text(r.code) AS client, m.* EXCLUDE (account)
FROM raw.money m LEFT JOIN raw.registers r ON r.account = m.account;

CREATE VIEW settlements AS
SELECT code_text(r.code) AS client, i.isin_id, i.isin, o.settle_date,
    CASE o.kind WHEN 0 THEN 'delivered' WHEN 1 THEN 'closed out' ELSE 'marked' END AS kind, o.units, o.money,
    i.currency
FROM raw.settlements o
    LEFT JOIN raw.registers r ON r.account = o.account
    LEFT JOIN raw.instruments i ON i.instrument = o.instrument;

CREATE VIEW payments AS
SELECT code_text(r.code) AS client, c.name AS code,
    coalesce('cash:' || code_text(d.code), dh.name, p.debit::VARCHAR) AS debit,
    coalesce('cash:' || code_text(k.code), kh.name, p.credit::VARCHAR) AS credit, p.amount, p.reference
FROM raw.payments p
    LEFT JOIN raw.registers r ON r.account = p.account
    LEFT JOIN raw.posting_codes c ON c.code = p.code
    LEFT JOIN raw.registers d ON d.account = p.debit
    LEFT JOIN raw.house_accounts dh ON dh.account = p.debit
    LEFT JOIN raw.registers k ON k.account = p.credit
    LEFT JOIN raw.house_accounts kh ON kh.account = p.credit;

CREATE VIEW reversed_payments AS
SELECT code_text(r.code) AS client, c.name AS code,
    coalesce('cash:' || code_text(d.code), dh.name, p.debit::VARCHAR) AS debit,
    coalesce('cash:' || code_text(k.code), kh.name, p.credit::VARCHAR) AS credit, p.amount, p.reference
FROM raw.reversed_payments p
    LEFT JOIN raw.registers r ON r.account = p.account
    LEFT JOIN raw.posting_codes c ON c.code = p.code
    LEFT JOIN raw.registers d ON d.account = p.debit
    LEFT JOIN raw.house_accounts dh ON dh.account = p.debit
    LEFT JOIN raw.registers k ON k.account = p.credit
    LEFT JOIN raw.house_accounts kh ON kh.account = p.credit;

CREATE VIEW pledges AS
SELECT code_text(r.code) AS client, p.* EXCLUDE (account)
FROM raw.pledges p LEFT JOIN raw.registers r ON r.account = p.account;

CREATE VIEW margin AS
SELECT code_text(r.code) AS client, m.* EXCLUDE (account)
FROM raw.margin m LEFT JOIN raw.registers r ON r.account = m.account;

CREATE VIEW movements AS
SELECT code_text(r.code) AS client, i.isin_id, i.isin, k.name AS kind, m.lots, m.price, s.isin AS series
FROM raw.movements m
    LEFT JOIN raw.registers r ON r.account = m.account
    LEFT JOIN raw.instruments i ON i.instrument = m.instrument
    LEFT JOIN raw.instruments s ON s.instrument = m.series
    LEFT JOIN raw.movement_kinds k ON k.kind = m.kind;

CREATE VIEW obligations AS
SELECT code_text(r.code) AS client, i.isin_id, i.isin, o.settle_date, o.units, o.money, i.currency
FROM raw.obligations o
    LEFT JOIN raw.registers r ON r.account = o.account
    LEFT JOIN raw.instruments i ON i.instrument = o.instrument;

CREATE VIEW trades AS
SELECT t.trade_id, make_timestamp_ns(t.time_ns) AS time, t.time_ns, i.isin_id, i.isin, t.price, t.qty,
    code_text(b.code) AS buyer, code_text(s.code) AS seller,
    CASE t.flags & 3 WHEN 0 THEN 'buyer' WHEN 1 THEN 'seller' ELSE 'both' END AS taker, o.name AS origin,
    t.buy_order, t.sell_order, t.buy_ext, t.sell_ext
FROM raw.trades t
    LEFT JOIN raw.instruments i ON i.instrument = t.instrument
    LEFT JOIN raw.registers b ON b.account = t.buyer
    LEFT JOIN raw.registers s ON s.account = t.seller
    LEFT JOIN raw.origins o ON o.origin = t.flags >> 2;

CREATE VIEW orders AS
SELECT o.firm, make_timestamp_ns(o.time_ns) AS time, o.time_ns, k.name AS kind, o.order_id, code_text(r.code) AS client,
    i.isin_id, i.isin, o.side, o.price, o.qty, o.rest, o.ref, o.reason
FROM raw.orders o
    LEFT JOIN raw.order_kinds k ON k.kind = o.kind
    LEFT JOIN raw.registers r ON r.account = o.account
    LEFT JOIN raw.instruments i ON i.instrument = o.instrument;
