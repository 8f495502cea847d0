// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

/**
 * Tags of the messages of this room, by their names in the FIX specification.
 */
final class Tags
{
    static final int ACCOUNT = 1;
    static final int AVG_PX = 6;
    static final int CL_ORD_ID = 11;
    static final int CUM_QTY = 14;
    static final int CURRENCY = 15;
    static final int EXEC_ID = 17;
    static final int EXEC_INST = 18;
    static final int SECURITY_ID_SOURCE = 22;
    static final int LAST_PX = 31;
    static final int LAST_QTY = 32;
    static final int MSG_SEQ_NUM = 34;
    static final int MSG_TYPE = 35;
    static final int ORDER_ID = 37;
    static final int ORDER_QTY = 38;
    static final int ORD_STATUS = 39;
    static final int ORD_TYPE = 40;
    static final int ORIG_CL_ORD_ID = 41;
    static final int POSS_DUP_FLAG = 43;
    static final int PRICE = 44;
    static final int REF_SEQ_NUM = 45;
    static final int SECURITY_ID = 48;
    static final int SIDE = 54;
    static final int SYMBOL = 55;
    static final int TEXT = 58;
    static final int TIME_IN_FORCE = 59;
    static final int TRANSACT_TIME = 60;
    static final int VALID_UNTIL_TIME = 62;
    static final int SETTL_TYPE = 63;
    static final int TRADE_DATE = 75;
    static final int POSS_RESEND = 97;
    static final int STOP_PX = 99;
    static final int CXL_REJ_REASON = 102;
    static final int ORD_REJ_REASON = 103;
    static final int MIN_QTY = 110;
    static final int MAX_FLOOR = 111;
    static final int QUOTE_ID = 117;
    static final int EXPIRE_TIME = 126;
    static final int QUOTE_REQ_ID = 131;
    static final int BID_PX = 132;
    static final int OFFER_PX = 133;
    static final int BID_SIZE = 134;
    static final int OFFER_SIZE = 135;
    static final int NO_RELATED_SYM = 146;
    static final int EXEC_TYPE = 150;
    static final int LEAVES_QTY = 151;
    static final int SECONDARY_ORDER_ID = 198;
    static final int SUBSCRIPTION_REQUEST_TYPE = 263;
    static final int DEF_BID_SIZE = 293;
    static final int DEF_OFFER_SIZE = 294;
    static final int NO_QUOTE_ENTRIES = 295;
    static final int NO_QUOTE_SETS = 296;
    static final int QUOTE_STATUS = 297;
    static final int QUOTE_CANCEL_TYPE = 298;
    static final int QUOTE_ENTRY_ID = 299;
    static final int QUOTE_REJECT_REASON = 300;
    static final int QUOTE_SET_ID = 302;
    static final int TOT_NO_QUOTE_ENTRIES = 304;
    static final int UNDERLYING_SYMBOL = 311;
    static final int TRADING_SESSION_ID = 336;
    static final int QUOTE_SET_VALID_UNTIL_TIME = 367;
    static final int QUOTE_ENTRY_REJECT_REASON = 368;
    static final int REF_MSG_TYPE = 372;
    static final int COMPLIANCE_ID = 376;
    static final int EXEC_RESTATEMENT_REASON = 378;
    static final int BUSINESS_REJECT_REF_ID = 379;
    static final int BUSINESS_REJECT_REASON = 380;
    static final int PRICE_TYPE = 423;
    static final int EXPIRE_DATE = 432;
    static final int CXL_REJ_RESPONSE_TO = 434;
    static final int MULTI_LEG_REPORTING_TYPE = 442;
    static final int SECONDARY_EXEC_ID = 527;
    static final int MASS_CANCEL_REQUEST_TYPE = 530;
    static final int MASS_CANCEL_RESPONSE = 531;
    static final int MASS_CANCEL_REJECT_REASON = 532;
    static final int TOTAL_AFFECTED_ORDERS = 533;
    static final int QUOTE_TYPE = 537;
    static final int NO_SIDES = 552;
    static final int TRADE_REQUEST_ID = 568;
    static final int TRADE_REQUEST_TYPE = 569;
    static final int PREVIOUSLY_REPORTED = 570;
    static final int TRADE_REPORT_ID = 571;
    static final int MASS_STATUS_REQ_ID = 584;
    static final int MASS_STATUS_REQ_TYPE = 585;
    static final int QUOTE_REQUEST_REJECT_REASON = 658;
    static final int TOT_NUM_TRADE_REPORTS = 748;
    static final int TRADE_REQUEST_RESULT = 749;
    static final int TRADE_REQUEST_STATUS = 750;
    static final int ORD_STATUS_REQ_ID = 790;
    static final int COPY_MSG_INDICATOR = 797;
    static final int TRADE_LEG_REF_ID = 824;
    static final int TRD_TYPE = 828;
    static final int LAST_LIQUIDITY_IND = 851;
    static final int QTY_TYPE = 854;
    static final int TOT_NUM_REPORTS = 911;
    static final int LAST_RPT_REQUESTED = 912;
    /** How an order is kept from trading with its own: SelfTradeMode of the engine. */
    static final int SELF_TRADE_MODE = 20_001;
    /** A slice of an iceberg is its MaxFloor plus or minus up to this. */
    static final int DISPLAY_VARIANCE = 20_002;
    /** Tag of the client on an order, for mass cancels. */
    static final int LINK_ID = 20_003;
    /** Whether a mass cancel is meant for the whole firm. */
    static final int FIRM_WIDE = 20_004;

    private Tags()
    {
    }
}
