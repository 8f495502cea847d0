local H = {
  MsgSeqNum = ProtoField.uint32("simba.MsgSeqNum", "MsgSeqNum"),
  MsgSize = ProtoField.uint16("simba.MsgSize", "MsgSize"),
  MsgFlags = ProtoField.uint16("simba.MsgFlags", "MsgFlags", base.HEX),
  LastFragment = ProtoField.bool("simba.MsgFlags.LastFragment", "LastFragment", 16, nil, 0x01),
  StartOfSnapshot = ProtoField.bool("simba.MsgFlags.StartOfSnapshot", "StartOfSnapshot", 16, nil, 0x02),
  EndOfSnapshot = ProtoField.bool("simba.MsgFlags.EndOfSnapshot", "EndOfSnapshot", 16, nil, 0x04),
  IncrementalPacket = ProtoField.bool("simba.MsgFlags.IncrementalPacket", "IncrementalPacket", 16, nil, 0x08),
  PossDupFlag = ProtoField.bool("simba.MsgFlags.PossDupFlag", "PossDupFlag", 16, nil, 0x10),
  SendingTime = ProtoField.absolute_time("simba.SendingTime", "SendingTime", base.UTC),
  PacketTransactTime = ProtoField.absolute_time("simba.PacketTransactTime", "TransactTime", base.UTC),
  PacketSessionID = ProtoField.uint32("simba.PacketSessionID", "ExchangeTradingSessionID"),
}
local PACKET_HEADER_LENGTH = 16
local INCREMENTAL_HEADER_LENGTH = 12
local FLAG_INCREMENTAL = 0x08

local function first_message(tvb)
  local flags = tvb(6, 2):le_uint()
  return PACKET_HEADER_LENGTH + (math.floor(flags / FLAG_INCREMENTAL) % 2) * INCREMENTAL_HEADER_LENGTH
end

local function is_packet(tvb)
  if tvb:captured_len() < PACKET_HEADER_LENGTH + HEADER_LENGTH or tvb(4, 2):le_uint() ~= tvb:reported_len() then
    return false
  end
  local first = first_message(tvb)
  return tvb:captured_len() >= first + HEADER_LENGTH and tvb(first + 4, 2):le_uint() == SCHEMA_ID
end

local function add_time(tree, field, range)
  ADD.time(tree, {field}, range)
end

function proto.dissector(tvb, pinfo, root)
  if tvb:captured_len() < PACKET_HEADER_LENGTH then
    return 0
  end
  pinfo.cols.protocol = "SIMBA"
  local limit = tvb:captured_len()
  local tree = root:add(proto, tvb())
  tree:append_text(", MsgSeqNum " .. tvb(0, 4):le_uint())
  tree:add_le(H.MsgSeqNum, tvb(0, 4))
  tree:add_le(H.MsgSize, tvb(4, 2))
  local flags = tree:add_le(H.MsgFlags, tvb(6, 2))
  flags:add_le(H.LastFragment, tvb(6, 2))
  flags:add_le(H.StartOfSnapshot, tvb(6, 2))
  flags:add_le(H.EndOfSnapshot, tvb(6, 2))
  flags:add_le(H.IncrementalPacket, tvb(6, 2))
  flags:add_le(H.PossDupFlag, tvb(6, 2))
  add_time(tree, H.SendingTime, tvb(8, 8))
  local position = first_message(tvb)
  if position > limit then
    tree:add_proto_expert_info(malformed, "The packet ends within its headers")
    return limit
  end
  if position > PACKET_HEADER_LENGTH then
    add_time(tree, H.PacketTransactTime, tvb(16, 8))
    if tvb(24, 4):le_uint() == 4294967295 then
      tree:add(proto, tvb(24, 4), "ExchangeTradingSessionID: null")
    else
      tree:add_le(H.PacketSessionID, tvb(24, 4))
    end
  end
  local names = {}
  while position and position < limit do
    local name
    name, position = add_message(tree, tvb, position, limit)
    if position and name:find("^Template ") and first_message(tvb) == PACKET_HEADER_LENGTH then
      -- One message fills such a packet; what an unknown one has behind its block belongs to it.
      position = limit
    end
    names[#names + 1] = name
  end
  pinfo.cols.info = "MsgSeqNum=" .. tvb(0, 4):le_uint() .. " " .. table.concat(names, ", ")
  return limit
end

local fields = {}
for _, part in ipairs({F, H}) do
  for _, field in pairs(part) do
    fields[#fields + 1] = field
  end
end
proto.fields = fields

-- The historical replay over TCP: the same packets, one behind the other.
local streams = Proto("simba_replay", "SIMBA SPECTRA historical replay")
streams.prefs.ports = Pref.range("TCP ports", "20090", "Ports of historical replay servers", 65535)

function streams.dissector(tvb, pinfo, root)
  dissect_tcp_pdus(tvb, root, PACKET_HEADER_LENGTH,
    function(pdu, _, offset)
      return math.max(PACKET_HEADER_LENGTH, pdu(offset + 4, 2):le_uint())
    end,
    function(pdu, pdu_info, pdu_root)
      return proto.dissector(pdu, pdu_info, pdu_root)
    end)
  return tvb:captured_len()
end

@DATAGRAMS@
@PORTS@
