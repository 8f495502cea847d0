-- Copyright 2026 The Bourse Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- SPECTRA FAST as Bourse speaks it, for Wireshark and tshark. Written by `bourse dissector` from the templates in
-- docs/protocols/fast-bourse.xml: change those, not this. docs/wireshark/README.md says how to use it.

local proto = Proto("fast", "FAST SPECTRA")
local malformed = ProtoExpert.new("fast.malformed", "Malformed message", expert.group.MALFORMED, expert.severity.ERROR)
proto.experts = {malformed}

-- Fields that may be filtered on. A name whose type is not the same everywhere appears once for each type.
local F = {
@FIELDS@}
local H = {
  Preamble = ProtoField.uint32("fast.Preamble", "Preamble"),
  Length = ProtoField.uint32("fast.Length", "Length"),
  TemplateId = ProtoField.uint32("fast.TemplateId", "TemplateId"),
  message = ProtoField.string("fast.message", "Message"),
}
local fields = {}
for _, part in ipairs({F, H}) do
  for _, field in pairs(part) do
    fields[#fields + 1] = field
  end
end
proto.fields = fields

-- Template id to name and fields: field, name, kind, whether it is optional, value of a constant or fields of an entry.
-- No template has an operator but constants of mandatory fields, so neither presence maps nor former values matter.
local TEMPLATES = {
@TEMPLATES@}

local PREFIX_LENGTH = 4
local MAX_INTEGER_LENGTH = 10
local MAX_EXPONENT = 63

-- Integers of 7 bits a byte, the last one with a stop bit. Answers the value and where it ends; nil if it does not end.
local function integer(tvb, position, limit, start)
  local value = start
  for i = 1, MAX_INTEGER_LENGTH do
    if position >= limit then
      return nil
    end
    local byte = tvb(position, 1):uint()
    value = value:lshift(7) + (byte % 128)
    position = position + 1
    if byte >= 128 then
      return value, position
    end
  end
  return nil
end

local function unsigned(tvb, position, limit, is_optional)
  local value, last = integer(tvb, position, limit, UInt64(0))
  if not value or not is_optional then
    return value, last
  end
  return value ~= UInt64(0) and value - 1 or nil, last
end

local function signed(tvb, position, limit, is_optional)
  if position >= limit then
    return nil
  end
  local is_negative = math.floor(tvb(position, 1):uint() / 64) % 2 == 1
  local value, last = integer(tvb, position, limit, is_negative and Int64(-1) or Int64(0))
  if not value or not is_optional then
    return value, last
  end
  if value == Int64(0) then
    return nil, last
  end
  return is_negative and value or value - 1, last
end

local function text_of(value, exponent)
  local digits = tostring(value)
  local sign = ""
  if digits:sub(1, 1) == "-" then
    sign = "-"
    digits = digits:sub(2)
  end
  if exponent >= 0 then
    return sign .. digits .. string.rep("0", exponent)
  end
  if #digits <= -exponent then
    digits = string.rep("0", 1 - exponent - #digits) .. digits
  end
  return sign .. digits:sub(1, #digits + exponent) .. "." .. digits:sub(#digits + exponent + 1)
end

-- How a kind is read: answers the value (nil: null), where it ends (nil: it does not fit), and what to show of it.
local READ = {
  unsigned = unsigned,
  signed = signed,
  decimal = function(tvb, position, limit, is_optional)
    local exponent, mantissa_at = signed(tvb, position, limit, is_optional)
    if not exponent then
      return nil, mantissa_at
    end
    exponent = exponent:tonumber()
    local mantissa, last = signed(tvb, mantissa_at, limit, false)
    if not mantissa or math.abs(exponent) > MAX_EXPONENT then
      return nil, nil
    end
    local number = exponent < 0 and mantissa:tonumber() / 10 ^ -exponent or mantissa:tonumber() * 10 ^ exponent
    return number, last, text_of(mantissa, exponent)
  end,
  ascii = function(tvb, position, limit, is_optional)
    local characters = {}
    local byte
    repeat
      if position >= limit then
        return nil, nil
      end
      byte = tvb(position, 1):uint()
      characters[#characters + 1] = string.char(byte % 128)
      position = position + 1
    until byte >= 128
    local text = table.concat(characters)
    if text == "\0" then
      return not is_optional and "" or nil, position
    end
    return text == "\0\0" and is_optional and "" or text, position
  end,
  bytes = function(tvb, position, limit, is_optional)
    local length, first = unsigned(tvb, position, limit, is_optional)
    if not length then
      return nil, first
    end
    local last = first + length:tonumber()
    if last > limit then
      return nil, nil
    end
    return last > first and tvb(first, last - first):string(ENC_UTF_8) or "", last
  end,
}

-- Reads fields into a list: depth, field, its first byte, where it ends, value, text. Answers where they end, or nil.
local function read_fields(layout, tvb, position, limit, list, depth)
  for _, field in ipairs(layout) do
    local kind = field[3]
    local item = {depth = depth, field = field, first = position, last = position}
    list[#list + 1] = item
    if kind == "constant" then
      item.value = field[5]
    elseif kind == "sequence" then
      local count, last = unsigned(tvb, position, limit, field[4])
      if not last or count and count:tonumber() > limit then
        return nil
      end
      item.last = last
      item.value = count
      position = last
      for i = 1, count and count:tonumber() or 0 do
        local entry = {depth = depth + 1, entry = field[2] .. " " .. i, first = position}
        list[#list + 1] = entry
        position = read_fields(field[5], tvb, position, limit, list, depth + 2)
        if not position then
          return nil
        end
        entry.last = position
      end
    else
      local value, last, text = READ[kind](tvb, position, limit, field[4])
      if not last or not value and not field[4] then
        return nil
      end
      item.value = value
      item.text = text
      item.last = last
      position = last
    end
  end
  return position
end

-- Reads one message: answers its template, what is in it, and where it ends, which is nil if it is no such message.
local function read_message(tvb, position, limit)
  local list = {}
  if position >= limit or math.floor(tvb(position, 1):uint() / 64) % 2 == 0 then
    return nil, list, nil
  end
  while position < limit and tvb(position, 1):uint() < 128 do
    position = position + 1
  end
  local id_at = position + 1
  local id, first = unsigned(tvb, id_at, limit, false)
  local template = id and TEMPLATES[id:tonumber()]
  if not template then
    return nil, list, nil
  end
  list[1] = {depth = 0, field = {H.TemplateId, "TemplateId", "unsigned"}, first = id_at, last = first, value = id:tonumber()}
  return template, list, read_fields(template.fields, tvb, first, limit, list, 0)
end

local function add_item(tree, tvb, item)
  if item.entry then
    return tree:add(proto, tvb(item.first, (item.last or item.first) - item.first), item.entry)
  end
  local field = item.field
  local range = tvb(item.first, item.last - item.first)
  if field[3] == "sequence" then
    return tree:add(proto, range, field[2] .. ": " .. (item.value and tostring(item.value) or "null"))
  elseif item.value == nil then
    return tree:add(proto, range, field[2] .. ": null")
  elseif field[3] == "constant" then
    return tree:add(field[1], range, item.value):set_generated()
  elseif item.text then
    return tree:add(field[1], range, item.value):set_text(field[2] .. ": " .. item.text)
  end
  return tree:add(field[1], range, item.value)
end

-- Adds the messages from a position on; answers their names.
local function add_messages(root, tvb, position, limit)
  local names = {}
  while position and position < limit do
    local first = position
    local template, list
    template, list, position = read_message(tvb, position, limit)
    local name = template and template.name or "?"
    names[#names + 1] = name
    local tree = root:add(proto, tvb(first, (position or limit) - first), name)
    tree:add(H.message, tvb(first, 0), name):set_generated()
    local parents = {[0] = tree}
    for _, item in ipairs(list) do
      parents[item.depth + 1] = add_item(parents[item.depth], tvb, item)
    end
    if not position then
      tree:add_proto_expert_info(malformed, template and "The packet ends within the message" or "No template")
    end
  end
  return names
end

-- A packet whose messages fill it to its end, and whose preamble is the number of the first one.
local function is_packet(tvb)
  local limit = tvb:captured_len()
  if limit <= PREFIX_LENGTH or limit ~= tvb:reported_len() then
    return false
  end
  local position = PREFIX_LENGTH
  local is_first = true
  while position < limit do
    local _, list, last = read_message(tvb, position, limit)
    if not last then
      return false
    end
    for _, item in ipairs(is_first and list or {}) do
      if item.depth == 0 and item.field[2] == "MsgSeqNum" and
        item.value:tonumber() ~= tvb(0, PREFIX_LENGTH):le_uint() then
        return false
      end
    end
    is_first = false
    position = last
  end
  return true
end

local function dissect(tvb, pinfo, root, prefix)
  if tvb:captured_len() < PREFIX_LENGTH then
    return 0
  end
  pinfo.cols.protocol = "FAST"
  local value = tvb(0, PREFIX_LENGTH):le_uint()
  local tree = root:add(proto, tvb())
  tree:append_text(", " .. prefix .. " " .. value)
  tree:add_le(H[prefix], tvb(0, PREFIX_LENGTH))
  local names = add_messages(tree, tvb, PREFIX_LENGTH, tvb:captured_len())
  pinfo.cols.info = prefix .. "=" .. value .. " " .. table.concat(names, ", ")
  return tvb:captured_len()
end

function proto.dissector(tvb, pinfo, root)
  return dissect(tvb, pinfo, root, "Preamble")
end

-- What a server sends again over TCP: messages with their length; requests are FIX.
local streams = Proto("fast_replay", "FAST SPECTRA historical replay")
streams.prefs.ports = Pref.range("TCP ports", "21190-21192", "Ports of historical replay servers", 65535)
local BEGIN_STRING = "8=FIX"

function streams.dissector(tvb, pinfo, root)
  if tvb:captured_len() >= #BEGIN_STRING and tvb(0, #BEGIN_STRING):string() == BEGIN_STRING then
    return Dissector.get("fix"):call(tvb, pinfo, root)
  end
  dissect_tcp_pdus(tvb, root, PREFIX_LENGTH,
    function(pdu, _, offset)
      return PREFIX_LENGTH + math.min(pdu(offset, PREFIX_LENGTH):le_uint(), 65535)
    end,
    function(pdu, pdu_info, pdu_root)
      return dissect(pdu, pdu_info, pdu_root, "Length")
    end)
  return tvb:captured_len()
end

@DATAGRAMS@
@PORTS@
