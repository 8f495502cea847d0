-- Copyright 2026 The Bourse Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- TWIME SPECTRA, wire versions 5, 6, 7, for Wireshark and tshark. Written by `bourse dissector` from
-- the schemas of Bourse: change those, not this. docs/wireshark/README.md says how to use it.

local proto = Proto("twime", "TWIME SPECTRA")
local SCHEMA_ID = 19781
local HEADER_LENGTH = 8

local malformed = ProtoExpert.new("twime.malformed", "Malformed message", expert.group.MALFORMED, expert.severity.ERROR)
local unknown = ProtoExpert.new("twime.unknown", "Unknown template", expert.group.UNDECODED, expert.severity.NOTE)
proto.experts = {malformed, unknown}

-- Fields that may be filtered on. A name whose type is not the same everywhere appears once for each type.
local F = {
  blockLength = ProtoField.uint16("twime.blockLength", "blockLength"),
  templateId = ProtoField.uint16("twime.templateId", "templateId"),
  schemaId = ProtoField.uint16("twime.schemaId", "schemaId"),
  version = ProtoField.uint16("twime.version", "version"),
  message = ProtoField.string("twime.message", "message"),
  Timestamp = ProtoField.absolute_time("twime.Timestamp", "Timestamp", base.UTC),
  KeepaliveInterval = ProtoField.uint32("twime.KeepaliveInterval", "KeepaliveInterval"),
  Credentials = ProtoField.string("twime.Credentials", "Credentials"),
  RequestTimestamp = ProtoField.absolute_time("twime.RequestTimestamp", "RequestTimestamp", base.UTC),
  NextSeqNo = ProtoField.uint64("twime.NextSeqNo", "NextSeqNo"),
  EstablishmentRejectCode = ProtoField.uint8("twime.EstablishmentRejectCode", "EstablishmentRejectCode", base.DEC, {[0] = "Unnegotiated", [1] = "AlreadyEstablished", [2] = "SessionBlocked", [3] = "KeepaliveInterval", [4] = "Credentials", [5] = "Unspecified",}),
  TerminationCode = ProtoField.uint8("twime.TerminationCode", "TerminationCode", base.DEC, {[0] = "Finished", [1] = "UnspecifiedError", [2] = "ReRequestOutOfBounds", [3] = "ReRequestInProgress", [4] = "TooFastClient", [5] = "TooSlowClient", [6] = "MissedHeartbeat", [7] = "InvalidMessage", [8] = "TCPFailure", [9] = "InvalidSequenceNumber", [10] = "ServerShutdown", [11] = "SequenceReset",}),
  FromSeqNo = ProtoField.uint64("twime.FromSeqNo", "FromSeqNo"),
  Count = ProtoField.uint32("twime.Count", "Count"),
  ClOrdID = ProtoField.uint64("twime.ClOrdID", "ClOrdID"),
  QueueSize = ProtoField.uint32("twime.QueueSize", "QueueSize"),
  PenaltyRemain = ProtoField.uint32("twime.PenaltyRemain", "PenaltyRemain"),
  RefTagID = ProtoField.uint32("twime.RefTagID", "RefTagID"),
  SessionRejectReason = ProtoField.uint8("twime.SessionRejectReason", "SessionRejectReason", base.DEC, {[5] = "ValueIsIncorrect", [99] = "Other", [100] = "SystemIsUnavailable", [101] = "ClOrdIdIsNotUnique",}),
  OrdRejReason = ProtoField.int32("twime.OrdRejReason", "OrdRejReason"),
  ExpireDate = ProtoField.absolute_time("twime.ExpireDate", "ExpireDate", base.UTC),
  Price = ProtoField.double("twime.Price", "Price"),
  SecurityID = ProtoField.int32("twime.SecurityID", "SecurityID"),
  ClOrdLinkID = ProtoField.int32("twime.ClOrdLinkID", "ClOrdLinkID"),
  OrderQty = ProtoField.uint32("twime.OrderQty", "OrderQty"),
  TimeInForce = ProtoField.uint8("twime.TimeInForce", "TimeInForce", base.DEC, {[0] = "Day", [3] = "IOC", [4] = "FOK", [6] = "GTD", [122] = "BOC",}),
  Side = ProtoField.uint8("twime.Side", "Side", base.DEC, {[1] = "Buy", [2] = "Sell", [89] = "AllOrders",}),
  ClientFlags = ProtoField.uint8("twime.ClientFlags", "ClientFlags", base.HEX),
  ClientFlags_DontCheckLimits = ProtoField.bool("twime.ClientFlags.DontCheckLimits", "DontCheckLimits"),
  ClientFlags_NccRequest = ProtoField.bool("twime.ClientFlags.NccRequest", "NccRequest"),
  Account = ProtoField.string("twime.Account", "Account"),
  SecurityType = ProtoField.uint8("twime.SecurityType", "SecurityType", base.HEX),
  SecurityType_Future = ProtoField.bool("twime.SecurityType.Future", "Future"),
  SecurityType_Option = ProtoField.bool("twime.SecurityType.Option", "Option"),
  SecurityType_Multileg = ProtoField.bool("twime.SecurityType.Multileg", "Multileg"),
  SecurityGroup = ProtoField.string("twime.SecurityGroup", "SecurityGroup"),
  OrderID = ProtoField.int64("twime.OrderID", "OrderID"),
  Mode = ProtoField.uint8("twime.Mode", "Mode", base.DEC, {[0] = "DontChangeOrderQty", [1] = "ChangeOrderQty", [2] = "CheckOrderQtyAndCancelOrder", [3] = "FixStyleReplace",}),
  DisplayQty = ProtoField.uint32("twime.DisplayQty", "DisplayQty"),
  DisplayVarianceQty = ProtoField.uint32("twime.DisplayVarianceQty", "DisplayVarianceQty"),
  Flags = ProtoField.uint64("twime.Flags", "Flags", base.HEX),
  Flags_Day = ProtoField.bool("twime.Flags.Day", "Day"),
  Flags_IOC = ProtoField.bool("twime.Flags.IOC", "IOC"),
  Flags_OTC = ProtoField.bool("twime.Flags.OTC", "OTC"),
  Flags_PosTransfer = ProtoField.bool("twime.Flags.PosTransfer", "PosTransfer"),
  Flags_Collateral = ProtoField.bool("twime.Flags.Collateral", "Collateral"),
  Flags_DontCheckLimits = ProtoField.bool("twime.Flags.DontCheckLimits", "DontCheckLimits"),
  Flags_FOK = ProtoField.bool("twime.Flags.FOK", "FOK"),
  Flags_Replace = ProtoField.bool("twime.Flags.Replace", "Replace"),
  Flags_Cancel = ProtoField.bool("twime.Flags.Cancel", "Cancel"),
  Flags_MassCancel = ProtoField.bool("twime.Flags.MassCancel", "MassCancel"),
  Flags_Clearing = ProtoField.bool("twime.Flags.Clearing", "Clearing"),
  Flags_Negotiated = ProtoField.bool("twime.Flags.Negotiated", "Negotiated"),
  Flags_MultiLeg = ProtoField.bool("twime.Flags.MultiLeg", "MultiLeg"),
  Flags_CrossTrade = ProtoField.bool("twime.Flags.CrossTrade", "CrossTrade"),
  Flags_COD = ProtoField.bool("twime.Flags.COD", "COD"),
  Flags_UKS = ProtoField.bool("twime.Flags.UKS", "UKS"),
  Flags_NCCRequest = ProtoField.bool("twime.Flags.NCCRequest", "NCCRequest"),
  Flags_NCC = ProtoField.bool("twime.Flags.NCC", "NCC"),
  Flags_LiqNettingRF = ProtoField.bool("twime.Flags.LiqNettingRF", "LiqNettingRF"),
  Flags_ActiveSide = ProtoField.bool("twime.Flags.ActiveSide", "ActiveSide"),
  Flags_PassiveSide = ProtoField.bool("twime.Flags.PassiveSide", "PassiveSide"),
  Flags_Synthetic = ProtoField.bool("twime.Flags.Synthetic", "Synthetic"),
  Flags_Iceberg = ProtoField.bool("twime.Flags.Iceberg", "Iceberg"),
  Flags_DisclosedIceberg = ProtoField.bool("twime.Flags.DisclosedIceberg", "DisclosedIceberg"),
  Flags_BOC = ProtoField.bool("twime.Flags.BOC", "BOC"),
  Flags_DuringDiscreteAuction = ProtoField.bool("twime.Flags.DuringDiscreteAuction", "DuringDiscreteAuction"),
  TradingSessionID = ProtoField.int32("twime.TradingSessionID", "TradingSessionID"),
  PrevOrderID = ProtoField.int64("twime.PrevOrderID", "PrevOrderID"),
  TotalAffectedOrders = ProtoField.int32("twime.TotalAffectedOrders", "TotalAffectedOrders"),
  TrdMatchID = ProtoField.int64("twime.TrdMatchID", "TrdMatchID"),
  LastPx = ProtoField.double("twime.LastPx", "LastPx"),
  LastQty = ProtoField.uint32("twime.LastQty", "LastQty"),
  LegPrice = ProtoField.double("twime.LegPrice", "LegPrice"),
  DisplayOrderID = ProtoField.int64("twime.DisplayOrderID", "DisplayOrderID"),
  EventId = ProtoField.int64("twime.EventId", "EventId"),
  TradSesEvent = ProtoField.uint8("twime.TradSesEvent", "TradSesEvent", base.DEC, {[101] = "SessionDataReady", [102] = "IntradayClearingFinished", [104] = "IntradayClearingStarted", [105] = "ClearingStarted", [106] = "ExtensionOfLimitsFinished", [108] = "BrokerRecalcFinished", [122] = "AuctionFinished", [123] = "AuctionCollectOrderStarted", [124] = "AuctionCollectOrderFinished",}),
  Flags_DueToCrossCancel = ProtoField.bool("twime.Flags.DueToCrossCancel", "DueToCrossCancel"),
  Flags_NegotiatedMatchByRef = ProtoField.bool("twime.Flags.NegotiatedMatchByRef", "NegotiatedMatchByRef"),
  Flags2 = ProtoField.uint64("twime.Flags2", "Flags2", base.HEX),
  Flags2_Zero = ProtoField.bool("twime.Flags2.Zero", "Zero"),
  EstablishmentRejectCode_EstablishmentRejectCodeEnum = ProtoField.uint8("twime.EstablishmentRejectCode_EstablishmentRejectCodeEnum", "EstablishmentRejectCode", base.DEC, {[0] = "Unnegotiated", [1] = "AlreadyEstablished", [2] = "SessionBlocked", [3] = "KeepaliveInterval", [4] = "Credentials", [5] = "Unspecified", [6] = "TooFastReconnect",}),
  ComplianceID = ProtoField.string("twime.ComplianceID", "ComplianceID"),
  TradSesEvent_TradSesEventEnum = ProtoField.uint8("twime.TradSesEvent_TradSesEventEnum", "TradSesEvent", base.DEC, {[101] = "SessionDataReady", [105] = "ClearingStarted", [106] = "ExtensionOfLimitsFinished", [108] = "BrokerRecalcFinished", [122] = "AuctionFinished", [123] = "AuctionCollectOrderStarted", [124] = "AuctionCollectOrderFinished",}),
}

-- Layouts: name, block. A block: fields, groups, data. A field: its ProtoField, name, offset, length, kind, bytes of its
-- null or nil, exponent or names of values or fields of bits. A group: name, lengths of blockLength and numInGroup, block.
-- Data: its ProtoField, name, length of its length.
local L = {}
L[1] = {name = "Establish", block = {fields = {
    {F.Timestamp, "Timestamp", 0, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.KeepaliveInterval, "KeepaliveInterval", 8, 4, "number", nil},
    {F.Credentials, "Credentials", 12, 20, "text", nil},
  }}}
L[2] = {name = "EstablishmentAck", block = {fields = {
    {F.RequestTimestamp, "RequestTimestamp", 0, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.KeepaliveInterval, "KeepaliveInterval", 8, 4, "number", nil},
    {F.NextSeqNo, "NextSeqNo", 12, 8, "number", "FFFFFFFFFFFFFFFF"},
  }}}
L[3] = {name = "EstablishmentReject", block = {fields = {
    {F.RequestTimestamp, "RequestTimestamp", 0, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.EstablishmentRejectCode, "EstablishmentRejectCode", 8, 1, "enumeration", nil},
  }}}
L[4] = {name = "Terminate", block = {fields = {
    {F.TerminationCode, "TerminationCode", 0, 1, "enumeration", nil},
  }}}
L[5] = {name = "RetransmitRequest", block = {fields = {
    {F.Timestamp, "Timestamp", 0, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.FromSeqNo, "FromSeqNo", 8, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Count, "Count", 16, 4, "number", "FFFFFFFF"},
  }}}
L[6] = {name = "Retransmission", block = {fields = {
    {F.NextSeqNo, "NextSeqNo", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.RequestTimestamp, "RequestTimestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.Count, "Count", 16, 4, "number", "FFFFFFFF"},
  }}}
L[7] = {name = "Sequence", block = {fields = {
    {F.NextSeqNo, "NextSeqNo", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
  }}}
L[8] = {name = "FloodReject", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.QueueSize, "QueueSize", 8, 4, "number", "FFFFFFFF"},
    {F.PenaltyRemain, "PenaltyRemain", 12, 4, "number", "FFFFFFFF"},
  }}}
L[9] = {name = "SessionReject", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.RefTagID, "RefTagID", 8, 4, "number", "FFFFFFFF"},
    {F.SessionRejectReason, "SessionRejectReason", 12, 1, "enumeration", nil},
  }}}
L[10] = {name = "BusinessMessageReject", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrdRejReason, "OrdRejReason", 16, 4, "number", "FFFFFF7F"},
  }}}
L[11] = {name = "NewOrderSingle", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.Price, "Price", 16, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 24, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 28, 4, "number", "FFFFFF7F"},
    {F.OrderQty, "OrderQty", 32, 4, "number", "FFFFFFFF"},
    {F.TimeInForce, "TimeInForce", 36, 1, "enumeration", nil},
    {F.Side, "Side", 37, 1, "enumeration", nil},
    {F.ClientFlags, "ClientFlags", 38, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 39, 7, "text", nil},
  }}}
L[12] = {name = "OrderMassCancelRequest", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.ClOrdLinkID, "ClOrdLinkID", 8, 4, "number", "FFFFFF7F"},
    {F.SecurityID, "SecurityID", 12, 4, "number", "FFFFFF7F"},
    {F.SecurityType, "SecurityType", 16, 1, "set", nil, {{F.SecurityType_Future, 0, "Future"}, {F.SecurityType_Option, 1, "Option"}, {F.SecurityType_Multileg, 2, "Multileg"},}},
    {F.Side, "Side", 17, 1, "enumeration", nil},
    {F.Account, "Account", 18, 7, "text", nil},
    {F.SecurityGroup, "SecurityGroup", 25, 25, "text", nil},
  }}}
L[13] = {name = "OrderMassCancelByBFLimitRequest", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Account, "Account", 8, 7, "text", nil},
  }}}
L[14] = {name = "OrderCancelRequest", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 8, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.SecurityID, "SecurityID", 16, 4, "number", "FFFFFF7F"},
    {F.ClientFlags, "ClientFlags", 20, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 21, 7, "text", nil},
  }}}
L[15] = {name = "OrderReplaceRequest", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 8, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Price, "Price", 16, 8, "decimal", nil, -5},
    {F.OrderQty, "OrderQty", 24, 4, "number", "FFFFFFFF"},
    {F.ClOrdLinkID, "ClOrdLinkID", 28, 4, "number", "FFFFFF7F"},
    {F.SecurityID, "SecurityID", 32, 4, "number", "FFFFFF7F"},
    {F.Mode, "Mode", 36, 1, "enumeration", nil},
    {F.ClientFlags, "ClientFlags", 37, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 38, 7, "text", nil},
  }}}
L[16] = {name = "NewOrderIceberg", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.Price, "Price", 16, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 24, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 28, 4, "number", "FFFFFF7F"},
    {F.DisplayQty, "DisplayQty", 32, 4, "number", "FFFFFFFF"},
    {F.DisplayVarianceQty, "DisplayVarianceQty", 36, 4, "number", "FFFFFFFF"},
    {F.OrderQty, "OrderQty", 40, 4, "number", "FFFFFFFF"},
    {F.Side, "Side", 44, 1, "enumeration", nil},
    {F.ClientFlags, "ClientFlags", 45, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 46, 7, "text", nil},
  }}}
L[17] = {name = "OrderIcebergCancelRequest", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 8, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.SecurityID, "SecurityID", 16, 4, "number", "FFFFFF7F"},
    {F.ClientFlags, "ClientFlags", 20, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 21, 7, "text", nil},
  }}}
L[18] = {name = "OrderIcebergReplaceRequest", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 8, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Price, "Price", 16, 8, "decimal", nil, -5},
    {F.ClOrdLinkID, "ClOrdLinkID", 24, 4, "number", "FFFFFF7F"},
    {F.SecurityID, "SecurityID", 28, 4, "number", "FFFFFF7F"},
    {F.ClientFlags, "ClientFlags", 32, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 33, 7, "text", nil},
  }}}
L[19] = {name = "NewOrderIcebergX", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.Price, "Price", 16, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 24, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 28, 4, "number", "FFFFFF7F"},
    {F.DisplayQty, "DisplayQty", 32, 4, "number", "FFFFFFFF"},
    {F.DisplayVarianceQty, "DisplayVarianceQty", 36, 4, "number", "FFFFFFFF"},
    {F.OrderQty, "OrderQty", 40, 4, "number", "FFFFFFFF"},
    {F.TimeInForce, "TimeInForce", 44, 1, "enumeration", nil},
    {F.Side, "Side", 45, 1, "enumeration", nil},
    {F.ClientFlags, "ClientFlags", 46, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 47, 7, "text", nil},
  }}}
L[20] = {name = "NewOrderSingleResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 16, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 32, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Price, "Price", 40, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 48, 4, "number", "FFFFFF7F"},
    {F.OrderQty, "OrderQty", 52, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 56, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 60, 4, "number", "FFFFFF7F"},
    {F.Side, "Side", 64, 1, "enumeration", nil},
  }}}
L[21] = {name = "OrderCancelResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 16, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 24, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.OrderQty, "OrderQty", 32, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 36, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 40, 4, "number", "FFFFFF7F"},
  }}}
L[22] = {name = "OrderReplaceResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 16, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.PrevOrderID, "PrevOrderID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 32, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Price, "Price", 40, 8, "decimal", nil, -5},
    {F.OrderQty, "OrderQty", 48, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 52, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 56, 4, "number", "FFFFFF7F"},
  }}}
L[23] = {name = "OrderMassCancelResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.TotalAffectedOrders, "TotalAffectedOrders", 16, 4, "number", "FFFFFF7F"},
  }}}
L[24] = {name = "ExecutionSingleReport", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 16, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.TrdMatchID, "TrdMatchID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 32, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.LastPx, "LastPx", 40, 8, "decimal", nil, -5},
    {F.LastQty, "LastQty", 48, 4, "number", "FFFFFFFF"},
    {F.OrderQty, "OrderQty", 52, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 56, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 60, 4, "number", "FFFFFF7F"},
    {F.SecurityID, "SecurityID", 64, 4, "number", "FFFFFF7F"},
    {F.Side, "Side", 68, 1, "enumeration", nil},
  }}}
L[25] = {name = "ExecutionMultilegReport", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 16, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.TrdMatchID, "TrdMatchID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 32, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.LastPx, "LastPx", 40, 8, "decimal", nil, -5},
    {F.LegPrice, "LegPrice", 48, 8, "decimal", nil, -5},
    {F.LastQty, "LastQty", 56, 4, "number", "FFFFFFFF"},
    {F.OrderQty, "OrderQty", 60, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 64, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 68, 4, "number", "FFFFFF7F"},
    {F.SecurityID, "SecurityID", 72, 4, "number", "FFFFFF7F"},
    {F.Side, "Side", 76, 1, "enumeration", nil},
  }}}
L[26] = {name = "EmptyBook", block = {fields = {
    {F.Timestamp, "Timestamp", 0, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 8, 4, "number", "FFFFFF7F"},
  }}}
L[27] = {name = "NewOrderIcebergResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 16, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.DisplayOrderID, "DisplayOrderID", 32, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 40, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Price, "Price", 48, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 56, 4, "number", "FFFFFF7F"},
    {F.OrderQty, "OrderQty", 60, 4, "number", "FFFFFFFF"},
    {F.DisplayQty, "DisplayQty", 64, 4, "number", "FFFFFFFF"},
    {F.DisplayVarianceQty, "DisplayVarianceQty", 68, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 72, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 76, 4, "number", "FFFFFF7F"},
    {F.Side, "Side", 80, 1, "enumeration", nil},
  }}}
L[28] = {name = "SystemEvent", block = {fields = {
    {F.Timestamp, "Timestamp", 0, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.EventId, "EventId", 8, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.TradingSessionID, "TradingSessionID", 16, 4, "number", "FFFFFF7F"},
    {F.TradSesEvent, "TradSesEvent", 20, 1, "enumeration", nil},
  }}}
L[29] = {name = "NewOrderSingleResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 16, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 32, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Flags2, "Flags2", 40, 8, "set", nil, {{F.Flags2_Zero, 0, "Zero"},}},
    {F.Price, "Price", 48, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 56, 4, "number", "FFFFFF7F"},
    {F.OrderQty, "OrderQty", 60, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 64, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 68, 4, "number", "FFFFFF7F"},
    {F.Side, "Side", 72, 1, "enumeration", nil},
  }}}
L[30] = {name = "NewOrderIcebergResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 16, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.DisplayOrderID, "DisplayOrderID", 32, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 40, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Flags2, "Flags2", 48, 8, "set", nil, {{F.Flags2_Zero, 0, "Zero"},}},
    {F.Price, "Price", 56, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 64, 4, "number", "FFFFFF7F"},
    {F.OrderQty, "OrderQty", 68, 4, "number", "FFFFFFFF"},
    {F.DisplayQty, "DisplayQty", 72, 4, "number", "FFFFFFFF"},
    {F.DisplayVarianceQty, "DisplayVarianceQty", 76, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 80, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 84, 4, "number", "FFFFFF7F"},
    {F.Side, "Side", 88, 1, "enumeration", nil},
  }}}
L[31] = {name = "OrderCancelResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 16, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 24, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Flags2, "Flags2", 32, 8, "set", nil, {{F.Flags2_Zero, 0, "Zero"},}},
    {F.OrderQty, "OrderQty", 40, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 44, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 48, 4, "number", "FFFFFF7F"},
  }}}
L[32] = {name = "OrderReplaceResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 16, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.PrevOrderID, "PrevOrderID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 32, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Flags2, "Flags2", 40, 8, "set", nil, {{F.Flags2_Zero, 0, "Zero"},}},
    {F.Price, "Price", 48, 8, "decimal", nil, -5},
    {F.OrderQty, "OrderQty", 56, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 60, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 64, 4, "number", "FFFFFF7F"},
  }}}
L[33] = {name = "ExecutionSingleReport", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 16, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.TrdMatchID, "TrdMatchID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 32, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Flags2, "Flags2", 40, 8, "set", nil, {{F.Flags2_Zero, 0, "Zero"},}},
    {F.LastPx, "LastPx", 48, 8, "decimal", nil, -5},
    {F.LastQty, "LastQty", 56, 4, "number", "FFFFFFFF"},
    {F.OrderQty, "OrderQty", 60, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 64, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 68, 4, "number", "FFFFFF7F"},
    {F.SecurityID, "SecurityID", 72, 4, "number", "FFFFFF7F"},
    {F.Side, "Side", 76, 1, "enumeration", nil},
  }}}
L[34] = {name = "ExecutionMultilegReport", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 16, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.TrdMatchID, "TrdMatchID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 32, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Flags2, "Flags2", 40, 8, "set", nil, {{F.Flags2_Zero, 0, "Zero"},}},
    {F.LastPx, "LastPx", 48, 8, "decimal", nil, -5},
    {F.LegPrice, "LegPrice", 56, 8, "decimal", nil, -5},
    {F.LastQty, "LastQty", 64, 4, "number", "FFFFFFFF"},
    {F.OrderQty, "OrderQty", 68, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 72, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 76, 4, "number", "FFFFFF7F"},
    {F.SecurityID, "SecurityID", 80, 4, "number", "FFFFFF7F"},
    {F.Side, "Side", 84, 1, "enumeration", nil},
  }}}
L[35] = {name = "EstablishmentReject", block = {fields = {
    {F.RequestTimestamp, "RequestTimestamp", 0, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.EstablishmentRejectCode_EstablishmentRejectCodeEnum, "EstablishmentRejectCode", 8, 1, "enumeration", nil},
  }}}
L[36] = {name = "NewOrderSingle", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.Price, "Price", 16, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 24, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 28, 4, "number", "FFFFFF7F"},
    {F.OrderQty, "OrderQty", 32, 4, "number", "FFFFFFFF"},
    {F.ComplianceID, "ComplianceID", 36, 1, "letter", nil, {[" "] = "NotAvailable", ["A"] = "Autofollow", ["D"] = "MarginCall", ["M"] = "Manual", ["R"] = "Algorithm", ["S"] = "StopLoss",}},
    {F.TimeInForce, "TimeInForce", 37, 1, "enumeration", nil},
    {F.Side, "Side", 38, 1, "enumeration", nil},
    {F.ClientFlags, "ClientFlags", 39, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 40, 7, "text", nil},
  }}}
L[37] = {name = "OrderReplaceRequest", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 8, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Price, "Price", 16, 8, "decimal", nil, -5},
    {F.OrderQty, "OrderQty", 24, 4, "number", "FFFFFFFF"},
    {F.ClOrdLinkID, "ClOrdLinkID", 28, 4, "number", "FFFFFF7F"},
    {F.SecurityID, "SecurityID", 32, 4, "number", "FFFFFF7F"},
    {F.ComplianceID, "ComplianceID", 36, 1, "letter", nil, {[" "] = "NotAvailable", ["A"] = "Autofollow", ["D"] = "MarginCall", ["M"] = "Manual", ["R"] = "Algorithm", ["S"] = "StopLoss",}},
    {F.Mode, "Mode", 37, 1, "enumeration", nil},
    {F.ClientFlags, "ClientFlags", 38, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 39, 7, "text", nil},
  }}}
L[38] = {name = "NewOrderIceberg", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.Price, "Price", 16, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 24, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 28, 4, "number", "FFFFFF7F"},
    {F.DisplayQty, "DisplayQty", 32, 4, "number", "FFFFFFFF"},
    {F.DisplayVarianceQty, "DisplayVarianceQty", 36, 4, "number", "FFFFFFFF"},
    {F.OrderQty, "OrderQty", 40, 4, "number", "FFFFFFFF"},
    {F.ComplianceID, "ComplianceID", 44, 1, "letter", nil, {[" "] = "NotAvailable", ["A"] = "Autofollow", ["D"] = "MarginCall", ["M"] = "Manual", ["R"] = "Algorithm", ["S"] = "StopLoss",}},
    {F.Side, "Side", 45, 1, "enumeration", nil},
    {F.ClientFlags, "ClientFlags", 46, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 47, 7, "text", nil},
  }}}
L[39] = {name = "OrderIcebergReplaceRequest", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 8, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Price, "Price", 16, 8, "decimal", nil, -5},
    {F.ClOrdLinkID, "ClOrdLinkID", 24, 4, "number", "FFFFFF7F"},
    {F.SecurityID, "SecurityID", 28, 4, "number", "FFFFFF7F"},
    {F.ComplianceID, "ComplianceID", 32, 1, "letter", nil, {[" "] = "NotAvailable", ["A"] = "Autofollow", ["D"] = "MarginCall", ["M"] = "Manual", ["R"] = "Algorithm", ["S"] = "StopLoss",}},
    {F.ClientFlags, "ClientFlags", 33, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 34, 7, "text", nil},
  }}}
L[40] = {name = "NewOrderIcebergX", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.Price, "Price", 16, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 24, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 28, 4, "number", "FFFFFF7F"},
    {F.DisplayQty, "DisplayQty", 32, 4, "number", "FFFFFFFF"},
    {F.DisplayVarianceQty, "DisplayVarianceQty", 36, 4, "number", "FFFFFFFF"},
    {F.OrderQty, "OrderQty", 40, 4, "number", "FFFFFFFF"},
    {F.ComplianceID, "ComplianceID", 44, 1, "letter", nil, {[" "] = "NotAvailable", ["A"] = "Autofollow", ["D"] = "MarginCall", ["M"] = "Manual", ["R"] = "Algorithm", ["S"] = "StopLoss",}},
    {F.TimeInForce, "TimeInForce", 45, 1, "enumeration", nil},
    {F.Side, "Side", 46, 1, "enumeration", nil},
    {F.ClientFlags, "ClientFlags", 47, 1, "set", nil, {{F.ClientFlags_DontCheckLimits, 0, "DontCheckLimits"}, {F.ClientFlags_NccRequest, 1, "NccRequest"},}},
    {F.Account, "Account", 48, 7, "text", nil},
  }}}
L[41] = {name = "SystemEvent", block = {fields = {
    {F.Timestamp, "Timestamp", 0, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.EventId, "EventId", 8, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.TradingSessionID, "TradingSessionID", 16, 4, "number", "FFFFFF7F"},
    {F.TradSesEvent_TradSesEventEnum, "TradSesEvent", 20, 1, "enumeration", nil},
  }}}
L[42] = {name = "NewOrderSingleResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 16, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 32, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Flags2, "Flags2", 40, 8, "set", nil, {{F.Flags2_Zero, 0, "Zero"},}},
    {F.Price, "Price", 48, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 56, 4, "number", "FFFFFF7F"},
    {F.OrderQty, "OrderQty", 60, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 64, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 68, 4, "number", "FFFFFF7F"},
    {F.Side, "Side", 72, 1, "enumeration", nil},
    {F.ComplianceID, "ComplianceID", 73, 1, "letter", nil, {[" "] = "NotAvailable", ["A"] = "Autofollow", ["D"] = "MarginCall", ["M"] = "Manual", ["R"] = "Algorithm", ["S"] = "StopLoss",}},
  }}}
L[43] = {name = "NewOrderIcebergResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.ExpireDate, "ExpireDate", 16, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.DisplayOrderID, "DisplayOrderID", 32, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 40, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Flags2, "Flags2", 48, 8, "set", nil, {{F.Flags2_Zero, 0, "Zero"},}},
    {F.Price, "Price", 56, 8, "decimal", nil, -5},
    {F.SecurityID, "SecurityID", 64, 4, "number", "FFFFFF7F"},
    {F.OrderQty, "OrderQty", 68, 4, "number", "FFFFFFFF"},
    {F.DisplayQty, "DisplayQty", 72, 4, "number", "FFFFFFFF"},
    {F.DisplayVarianceQty, "DisplayVarianceQty", 76, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 80, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 84, 4, "number", "FFFFFF7F"},
    {F.Side, "Side", 88, 1, "enumeration", nil},
    {F.ComplianceID, "ComplianceID", 89, 1, "letter", nil, {[" "] = "NotAvailable", ["A"] = "Autofollow", ["D"] = "MarginCall", ["M"] = "Manual", ["R"] = "Algorithm", ["S"] = "StopLoss",}},
  }}}
L[44] = {name = "OrderReplaceResponse", block = {fields = {
    {F.ClOrdID, "ClOrdID", 0, 8, "number", "FFFFFFFFFFFFFFFF"},
    {F.Timestamp, "Timestamp", 8, 8, "time", "FFFFFFFFFFFFFFFF"},
    {F.OrderID, "OrderID", 16, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.PrevOrderID, "PrevOrderID", 24, 8, "number", "FFFFFFFFFFFFFF7F"},
    {F.Flags, "Flags", 32, 8, "set", nil, {{F.Flags_Day, 0, "Day"}, {F.Flags_IOC, 1, "IOC"}, {F.Flags_OTC, 2, "OTC"}, {F.Flags_PosTransfer, 3, "PosTransfer"}, {F.Flags_Collateral, 4, "Collateral"}, {F.Flags_DontCheckLimits, 9, "DontCheckLimits"}, {F.Flags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.Flags_FOK, 19, "FOK"}, {F.Flags_Replace, 20, "Replace"}, {F.Flags_Cancel, 21, "Cancel"}, {F.Flags_MassCancel, 22, "MassCancel"}, {F.Flags_Clearing, 25, "Clearing"}, {F.Flags_Negotiated, 26, "Negotiated"}, {F.Flags_MultiLeg, 27, "MultiLeg"}, {F.Flags_CrossTrade, 29, "CrossTrade"}, {F.Flags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.Flags_COD, 32, "COD"}, {F.Flags_UKS, 37, "UKS"}, {F.Flags_NCCRequest, 38, "NCCRequest"}, {F.Flags_NCC, 39, "NCC"}, {F.Flags_LiqNettingRF, 40, "LiqNettingRF"}, {F.Flags_ActiveSide, 41, "ActiveSide"}, {F.Flags_PassiveSide, 42, "PassiveSide"}, {F.Flags_Synthetic, 45, "Synthetic"}, {F.Flags_Iceberg, 47, "Iceberg"}, {F.Flags_DisclosedIceberg, 53, "DisclosedIceberg"}, {F.Flags_BOC, 60, "BOC"}, {F.Flags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.Flags2, "Flags2", 40, 8, "set", nil, {{F.Flags2_Zero, 0, "Zero"},}},
    {F.Price, "Price", 48, 8, "decimal", nil, -5},
    {F.OrderQty, "OrderQty", 56, 4, "number", "FFFFFFFF"},
    {F.TradingSessionID, "TradingSessionID", 60, 4, "number", "FFFFFF7F"},
    {F.ClOrdLinkID, "ClOrdLinkID", 64, 4, "number", "FFFFFF7F"},
    {F.ComplianceID, "ComplianceID", 68, 1, "letter", nil, {[" "] = "NotAvailable", ["A"] = "Autofollow", ["D"] = "MarginCall", ["M"] = "Manual", ["R"] = "Algorithm", ["S"] = "StopLoss",}},
  }}}

-- Layouts by version and template.
local MESSAGES = {
  [5] = {
    [5000] = L[1],
    [5001] = L[2],
    [5002] = L[3],
    [5003] = L[4],
    [5004] = L[5],
    [5005] = L[6],
    [5006] = L[7],
    [5007] = L[8],
    [5008] = L[9],
    [5009] = L[10],
    [6000] = L[11],
    [6004] = L[12],
    [6005] = L[13],
    [6006] = L[14],
    [6007] = L[15],
    [6008] = L[16],
    [6009] = L[17],
    [6010] = L[18],
    [6011] = L[19],
    [7000] = L[20],
    [7003] = L[21],
    [7005] = L[22],
    [7007] = L[23],
    [7008] = L[24],
    [7009] = L[25],
    [7010] = L[26],
    [7013] = L[27],
    [7014] = L[28],
  },
  [6] = {
    [5000] = L[1],
    [5001] = L[2],
    [5002] = L[3],
    [5003] = L[4],
    [5004] = L[5],
    [5005] = L[6],
    [5006] = L[7],
    [5007] = L[8],
    [5008] = L[9],
    [5009] = L[10],
    [6000] = L[11],
    [6004] = L[12],
    [6005] = L[13],
    [6006] = L[14],
    [6007] = L[15],
    [6008] = L[16],
    [6009] = L[17],
    [6010] = L[18],
    [6011] = L[19],
    [7007] = L[23],
    [7010] = L[26],
    [7014] = L[28],
    [7015] = L[29],
    [7016] = L[30],
    [7017] = L[31],
    [7018] = L[32],
    [7019] = L[33],
    [7020] = L[34],
  },
  [7] = {
    [5000] = L[1],
    [5001] = L[2],
    [5002] = L[35],
    [5003] = L[4],
    [5004] = L[5],
    [5005] = L[6],
    [5006] = L[7],
    [5007] = L[8],
    [5008] = L[9],
    [5009] = L[10],
    [6000] = L[36],
    [6004] = L[12],
    [6005] = L[13],
    [6006] = L[14],
    [6007] = L[37],
    [6008] = L[38],
    [6009] = L[17],
    [6010] = L[39],
    [6011] = L[40],
    [7007] = L[23],
    [7010] = L[26],
    [7014] = L[41],
    [7015] = L[42],
    [7016] = L[43],
    [7017] = L[31],
    [7018] = L[44],
    [7019] = L[33],
    [7020] = L[34],
  },
}
local VERSIONS = {5, 6, 7}

-- A template that its version does not have is looked for in older versions, newest first, then in newer ones.
local function find_layout(template, version)
  local found
  for _, candidate in ipairs(VERSIONS) do
    local layout = MESSAGES[candidate][template]
    if layout and (not found or candidate <= version) then
      found = layout
    end
  end
  return found
end

local function decimal_text(value, exponent)
  local text = tostring(value)
  local sign = ""
  if text:sub(1, 1) == "-" then
    sign = "-"
    text = text:sub(2)
  end
  local decimals = -exponent
  if #text <= decimals then
    text = string.rep("0", decimals + 1 - #text) .. text
  end
  return sign .. text:sub(1, #text - decimals) .. "." .. text:sub(#text - decimals + 1)
end

local function add_set(tree, field, range)
  local item = tree:add_le(field[1], range)
  local names = {}
  local value = range:le_uint64()
  for _, bit in ipairs(field[7]) do
    local is_set = value:rshift(bit[2]):band(1) == UInt64(1)
    item:add(bit[1], range, is_set)
    if is_set then
      names[#names + 1] = bit[3]
    end
  end
  item:append_text(" " .. table.concat(names, "|"))
end

local ADD = {
  number = function(tree, field, range)
    tree:add_le(field[1], range)
  end,
  decimal = function(tree, field, range)
    local value = range:le_int64()
    tree:add(field[1], range, value:tonumber() / 10 ^ -field[7]):set_text(
      field[2] .. ": " .. decimal_text(value, field[7]))
  end,
  text = function(tree, field, range)
    tree:add(field[1], range, (range:string():gsub("[%z ]+$", "")))
  end,
  enumeration = function(tree, field, range)
    tree:add_le(field[1], range)
  end,
  letter = function(tree, field, range)
    local value = range:string()
    tree:add(field[1], range, value):set_text(
      field[2] .. ": " .. (field[7][value] or "unknown") .. " ('" .. value .. "')")
  end,
  set = add_set,
  time = function(tree, field, range)
    local value = range:le_uint64()
    local seconds = value / UInt64(1000000000)
    local nanos = value % UInt64(1000000000)
    tree:add(field[1], range, NSTime(seconds:tonumber(), nanos:tonumber()))
  end,
}

local function add_field(tree, field, range)
  if field[6] and tostring(range:bytes()) == field[6] then
    tree:add(proto, range, field[2] .. ": null")
  else
    ADD[field[5]](tree, field, range)
  end
end

-- Adds a block, its groups and data; answers where they end, or nil if they do not fit.
local function add_block(tree, block, tvb, offset, length, limit)
  if offset + length > limit then
    return nil
  end
  for _, field in ipairs(block.fields) do
    if field[3] + field[4] <= length then
      add_field(tree, field, tvb(offset + field[3], field[4]))
    end
  end
  local position = offset + length
  for _, group in ipairs(block.groups or {}) do
    local header = group[2] + group[3]
    if position + header > limit then
      return nil
    end
    local entry_length = tvb(position, group[2]):le_uint()
    local count = tvb(position + group[2], group[3]):le_uint()
    local group_tree = tree:add(proto, tvb(position, header), group[1] .. ": " .. count)
    position = position + header
    for i = 1, count do
      local start = position
      local entry_tree = group_tree:add(proto, tvb(position, math.min(entry_length, limit - position)),
        group[1] .. " " .. i)
      position = add_block(entry_tree, group[4], tvb, start, entry_length, limit)
      if not position then
        return nil
      end
      entry_tree:set_len(position - start)
    end
  end
  for _, data in ipairs(block.data or {}) do
    if position + data[3] > limit then
      return nil
    end
    local size = tvb(position, data[3]):le_uint()
    position = position + data[3]
    if position + size > limit then
      return nil
    end
    if size > 0 then
      tree:add(data[1], tvb(position, size), tvb(position, size):string(ENC_UTF_8))
    else
      tree:add(proto, tvb(position - data[3], data[3]), data[2] .. ": empty")
    end
    position = position + size
  end
  return position
end

-- Adds one message; answers its name and where it ends, which is nil if it does not fit.
local function add_message(tree, tvb, offset, limit)
  if offset + HEADER_LENGTH > limit or tvb(offset + 4, 2):le_uint() ~= SCHEMA_ID then
    tree:add_proto_expert_info(malformed, "No message header")
    return "malformed", nil
  end
  local block_length = tvb(offset, 2):le_uint()
  local template = tvb(offset + 2, 2):le_uint()
  local version = tvb(offset + 6, 2):le_uint()
  local layout = find_layout(template, version)
  local name = layout and layout.name or ("Template " .. template)
  local message = tree:add(proto, tvb(offset, math.min(HEADER_LENGTH + block_length, limit - offset)), name)
  message:add(F.message, tvb(offset + 2, 2), name):set_generated()
  message:add_le(F.blockLength, tvb(offset, 2))
  message:add_le(F.templateId, tvb(offset + 2, 2))
  message:add_le(F.schemaId, tvb(offset + 4, 2))
  message:add_le(F.version, tvb(offset + 6, 2))
  local position
  if layout then
    position = add_block(message, layout.block, tvb, offset + HEADER_LENGTH, block_length, limit)
  else
    message:add_proto_expert_info(unknown)
    position = offset + HEADER_LENGTH + block_length
    if position > limit then
      position = nil
    end
  end
  if position then
    message:set_len(position - offset)
  else
    message:add_proto_expert_info(malformed, "The packet ends within the message")
  end
  return name, position
end

proto.prefs.ports = Pref.range("TCP ports", "9000-9001", "Ports of TWIME gateways", 65535)

local function message_length(tvb, _, offset)
  return HEADER_LENGTH + tvb(offset, 2):le_uint()
end

local function dissect_message(tvb, pinfo, root)
  pinfo.cols.protocol = "TWIME"
  local tree = root:add(proto, tvb())
  local name = add_message(tree, tvb, 0, tvb:captured_len())
  tree:append_text(", " .. name)
  pinfo.cols.info:append(" " .. name)
  pinfo.cols.info:fence()
  return tvb:captured_len()
end

function proto.dissector(tvb, pinfo, root)
  dissect_tcp_pdus(tvb, root, HEADER_LENGTH, message_length, dissect_message)
  return tvb:captured_len()
end

local fields = {}
for _, field in pairs(F) do
  fields[#fields + 1] = field
end
proto.fields = fields

-- Streams on other ports are known by their bytes.
proto:register_heuristic("tcp", function(tvb, pinfo, root)
  if tvb:captured_len() < HEADER_LENGTH or tvb(4, 2):le_uint() ~= SCHEMA_ID or
    not find_layout(tvb(2, 2):le_uint(), tvb(6, 2):le_uint()) then
    return false
  end
  proto.dissector(tvb, pinfo, root)
  pinfo.conversation = proto
  return true
end)

local streams = proto
local ports = ""
local function use_ports()
  local tcp = DissectorTable.get("tcp.port")
  if ports ~= "" then
    tcp:remove(ports, streams)
  end
  ports = streams.prefs.ports
  if ports ~= "" then
    tcp:add(ports, streams)
  end
end
streams.prefs_changed = use_ports
use_ports()
