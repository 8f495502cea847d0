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
