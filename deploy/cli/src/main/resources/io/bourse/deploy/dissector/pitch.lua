-- Copyright 2026 The Bourse Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Multicast PITCH as Bourse speaks it, for Wireshark and tshark: docs/protocols/pitch.md has the messages,
-- docs/wireshark/README.md says how to use this file. Written by `bourse dissector`.

-- Type to name, length, and fields: name, offset, length, kind.
local MESSAGES = {
  [0x01] = {"Login", 22, {
    {"SessionSubId", 2, 4, "text"},
    {"Username", 6, 4, "text"},
    {"Password", 12, 10, "text"},
  }},
  [0x02] = {"LoginResponse", 3, {
    {"Status", 2, 1, "text"},
  }},
  [0x03] = {"GapRequest", 9, {
    {"Unit", 2, 1, "number"},
    {"Sequence", 3, 4, "number"},
    {"Count", 7, 2, "number"},
  }},
  [0x04] = {"GapResponse", 10, {
    {"Unit", 2, 1, "number"},
    {"Sequence", 3, 4, "number"},
    {"Count", 7, 2, "number"},
    {"Status", 9, 1, "text"},
  }},
  [0x20] = {"Time", 6, {
    {"Time", 2, 4, "number"},
  }},
  [0x21] = {"AddOrderLong", 34, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"SideIndicator", 14, 1, "text"},
    {"Quantity", 15, 4, "number"},
    {"Symbol", 19, 6, "text"},
    {"Price", 25, 8, "price4"},
    {"AddFlags", 33, 1, "number"},
  }},
  [0x22] = {"AddOrderShort", 26, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"SideIndicator", 14, 1, "text"},
    {"Quantity", 15, 2, "number"},
    {"Symbol", 17, 6, "text"},
    {"Price", 23, 2, "price2"},
    {"AddFlags", 25, 1, "number"},
  }},
  [0x23] = {"OrderExecuted", 26, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"ExecutedQuantity", 14, 4, "number"},
    {"ExecutionId", 18, 8, "number"},
  }},
  [0x24] = {"OrderExecutedAtPriceSize", 38, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"ExecutedQuantity", 14, 4, "number"},
    {"RemainingQuantity", 18, 4, "number"},
    {"ExecutionId", 22, 8, "number"},
    {"Price", 30, 8, "price4"},
  }},
  [0x25] = {"ReduceSizeLong", 18, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"CanceledQuantity", 14, 4, "number"},
  }},
  [0x26] = {"ReduceSizeShort", 16, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"CanceledQuantity", 14, 2, "number"},
  }},
  [0x27] = {"ModifyOrderLong", 27, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"Quantity", 14, 4, "number"},
    {"Price", 18, 8, "price4"},
    {"ModifyFlags", 26, 1, "number"},
  }},
  [0x28] = {"ModifyOrderShort", 19, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"Quantity", 14, 2, "number"},
    {"Price", 16, 2, "price2"},
    {"ModifyFlags", 18, 1, "number"},
  }},
  [0x29] = {"DeleteOrder", 14, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
  }},
  [0x2A] = {"TradeLong", 41, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"SideIndicator", 14, 1, "text"},
    {"Quantity", 15, 4, "number"},
    {"Symbol", 19, 6, "text"},
    {"Price", 25, 8, "price4"},
    {"ExecutionId", 33, 8, "number"},
  }},
  [0x2B] = {"TradeShort", 33, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"SideIndicator", 14, 1, "text"},
    {"Quantity", 15, 2, "number"},
    {"Symbol", 17, 6, "text"},
    {"Price", 23, 2, "price2"},
    {"ExecutionId", 25, 8, "number"},
  }},
  [0x2C] = {"TradeBreak", 14, {
    {"TimeOffset", 2, 4, "number"},
    {"ExecutionId", 6, 8, "number"},
  }},
  [0x2D] = {"EndOfSession", 6, {
    {"TimeOffset", 2, 4, "number"},
  }},
  [0x2F] = {"AddOrderExpanded", 41, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"SideIndicator", 14, 1, "text"},
    {"Quantity", 15, 4, "number"},
    {"Symbol", 19, 8, "text"},
    {"Price", 27, 8, "price4"},
    {"AddFlags", 35, 1, "number"},
    {"ParticipantId", 36, 4, "text"},
    {"CustomerIndicator", 40, 1, "text"},
  }},
  [0x30] = {"TradeExpanded", 43, {
    {"TimeOffset", 2, 4, "number"},
    {"OrderId", 6, 8, "number"},
    {"SideIndicator", 14, 1, "text"},
    {"Quantity", 15, 4, "number"},
    {"Symbol", 19, 8, "text"},
    {"Price", 27, 8, "price4"},
    {"ExecutionId", 35, 8, "number"},
  }},
  [0x31] = {"TradingStatus", 18, {
    {"TimeOffset", 2, 4, "number"},
    {"Symbol", 6, 8, "text"},
    {"TradingStatus", 14, 1, "text"},
    {"RegShoAction", 15, 1, "text"},
    {"Reserved", 16, 1, "text"},
    {"Reserved", 17, 1, "text"},
  }},
  [0x80] = {"SpinImageAvailable", 6, {
    {"Sequence", 2, 4, "number"},
  }},
  [0x81] = {"SpinRequest", 6, {
    {"Sequence", 2, 4, "number"},
  }},
  [0x82] = {"SpinResponse", 11, {
    {"Sequence", 2, 4, "number"},
    {"OrderCount", 6, 4, "number"},
    {"Status", 10, 1, "text"},
  }},
  [0x83] = {"SpinFinished", 6, {
    {"Sequence", 2, 4, "number"},
  }},
  [0x95] = {"AuctionUpdate", 47, {
    {"TimeOffset", 2, 4, "number"},
    {"Symbol", 6, 8, "text"},
    {"AuctionType", 14, 1, "text"},
    {"ReferencePrice", 15, 8, "price4"},
    {"BuyShares", 23, 4, "number"},
    {"SellShares", 27, 4, "number"},
    {"IndicativePrice", 31, 8, "price4"},
    {"AuctionOnlyPrice", 39, 8, "price4"},
  }},
  [0x96] = {"AuctionSummary", 27, {
    {"TimeOffset", 2, 4, "number"},
    {"Symbol", 6, 8, "text"},
    {"AuctionType", 14, 1, "text"},
    {"Price", 15, 8, "price4"},
    {"SharesContracts", 23, 4, "number"},
  }},
  [0x97] = {"UnitClear", 6, {
    {"TimeOffset", 2, 4, "number"},
  }},
  [0x98] = {"RetailPriceImprovement", 15, {
    {"TimeOffset", 2, 4, "number"},
    {"Symbol", 6, 8, "text"},
    {"RetailPriceImprovement", 14, 1, "text"},
  }},
}

local proto = Proto("pitch", "PITCH multicast")
local H = {
  HdrLength = ProtoField.uint16("pitch.HdrLength", "HdrLength"),
  HdrCount = ProtoField.uint8("pitch.HdrCount", "HdrCount"),
  HdrUnit = ProtoField.uint8("pitch.HdrUnit", "HdrUnit"),
  HdrSequence = ProtoField.uint32("pitch.HdrSequence", "HdrSequence"),
  message = ProtoField.string("pitch.message", "Message"),
  sequence = ProtoField.uint32("pitch.sequence", "Sequence of the message"),
}
local malformed = ProtoExpert.new("pitch.malformed", "Malformed block", expert.group.MALFORMED, expert.severity.ERROR)
local unknown = ProtoExpert.new("pitch.unknown", "Unknown message", expert.group.UNDECODED, expert.severity.NOTE)
local HEADER_LENGTH = 8

local MAKE = {
  number = ProtoField.uint64,
  text = ProtoField.string,
  price2 = ProtoField.double,
  price4 = ProtoField.double,
}
local F = {}
for _, message in pairs(MESSAGES) do
  for _, field in ipairs(message[3]) do
    F[field[1]] = F[field[1]] or MAKE[field[4]]("pitch." .. field[1], field[1])
  end
end
local fields = {}
for _, part in ipairs({F, H}) do
  for _, field in pairs(part) do
    fields[#fields + 1] = field
  end
end
proto.fields = fields
proto.experts = {malformed, unknown}

local ADD = {
  number = function(tree, field, range)
    tree:add_le(field, range, range:le_uint64())
  end,
  text = function(tree, field, range)
    tree:add(field, range, (range:string():gsub("[%z ]+$", "")))
  end,
  price2 = function(tree, field, range)
    tree:add(field, range, range:le_uint() / 100)
  end,
  price4 = function(tree, field, range)
    tree:add(field, range, range:le_uint64():tonumber() / 10000)
  end,
}

-- A block whose messages fill it to its end.
local function is_packet(tvb)
  if tvb:captured_len() < HEADER_LENGTH or tvb(0, 2):le_uint() ~= tvb:reported_len() then
    return false
  end
  local position = HEADER_LENGTH
  for _ = 1, tvb(2, 1):uint() do
    if position + 2 > tvb:captured_len() then
      return false
    end
    local known = MESSAGES[tvb(position + 1, 1):uint()]
    local length = tvb(position, 1):uint()
    if length < 2 or known and length < known[2] then
      return false
    end
    position = position + length
  end
  return position == tvb:reported_len()
end

local function add_message(root, tvb, position, sequence)
  local length = tvb(position, 1):uint()
  local kind = tvb(position + 1, 1):uint()
  local known = MESSAGES[kind]
  local name = known and known[1] or string.format("Type 0x%02X", kind)
  local tree = root:add(proto, tvb(position, length), name)
  tree:add(H.message, tvb(position, length), name)
  tree:add(H.sequence, tvb(position, length), sequence)
  if not known then
    tree:add_proto_expert_info(unknown)
    return name
  end
  for _, field in ipairs(known[3]) do
    ADD[field[4]](tree, F[field[1]], tvb(position + field[2], field[3]))
  end
  return name
end

function proto.dissector(tvb, pinfo, root)
  if tvb:captured_len() < HEADER_LENGTH then
    return 0
  end
  pinfo.cols.protocol = "PITCH"
  local limit = tvb:captured_len()
  local count = tvb(2, 1):uint()
  local sequence = tvb(4, 4):le_uint()
  local tree = root:add(proto, tvb())
  tree:append_text(", unit " .. tvb(3, 1):uint() .. ", sequence " .. sequence)
  tree:add_le(H.HdrLength, tvb(0, 2))
  tree:add_le(H.HdrCount, tvb(2, 1))
  tree:add_le(H.HdrUnit, tvb(3, 1))
  tree:add_le(H.HdrSequence, tvb(4, 4))
  local names = {}
  local position = HEADER_LENGTH
  for i = 0, count - 1 do
    local known = position + 2 <= limit and MESSAGES[tvb(position + 1, 1):uint()]
    local length = position + 2 <= limit and tvb(position, 1):uint() or 0
    if length < (known and known[2] or 2) or position + length > limit then
      tree:add_proto_expert_info(malformed, "The block ends within a message")
      break
    end
    names[#names + 1] = add_message(tree, tvb, position, sequence + i)
    position = position + length
  end
  pinfo.cols.info = "Unit=" .. tvb(3, 1):uint() .. " Sequence=" .. sequence .. " " ..
    (count == 0 and "Heartbeat" or table.concat(names, ", "))
  return limit
end

-- Gap requests and spins over TCP: the same blocks, one behind the other.
local streams = Proto("pitch_recovery", "PITCH gap requests and spins")
streams.prefs.ports = Pref.range("TCP ports", "30590-30591", "Ports of gap request and spin servers", 65535)

function streams.dissector(tvb, pinfo, root)
  dissect_tcp_pdus(tvb, root, HEADER_LENGTH,
    function(pdu, _, offset)
      return math.max(HEADER_LENGTH, pdu(offset, 2):le_uint())
    end,
    function(pdu, pdu_info, pdu_root)
      return proto.dissector(pdu, pdu_info, pdu_root)
    end)
  return tvb:captured_len()
end

@DATAGRAMS@
@PORTS@
