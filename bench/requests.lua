-- What wrk sends: each request is the next line of a file of lines "METHOD<tab>path<tab>token", with a body in which %N% is unique.
function setup(thread) thread:set("salt", os.time() .. tostring(math.random(1e9))) end

function init(args)
  lines = {}
  for line in io.lines(args[1]) do
    local method, path, token = line:match("^(%S+)\t(%S+)\t(%S*)$")
    local headers = { ["Host"] = wrk.headers["Host"] }
    if token:sub(1, 7) == "__Host-" then headers["Cookie"] = token
    elseif token ~= "" then headers["Authorization"] = "Bearer " .. token end
    if args[2] then
      headers["Content-Type"] = "application/json"
      -- What the protocol's own server insists on.
      headers["Accept"] = "application/json, text/event-stream"
    end
    lines[#lines + 1] = { method = method, path = path, headers = headers }
  end
  if args[2] then
    local file = io.open(args[2], "r")
    body = file:read("*a")
    file:close()
  end
  count = 0
end

function request()
  count = count + 1
  local line = lines[(count - 1) % #lines + 1]
  local unique = body and body:gsub("%%N%%", salt .. count)
  return wrk.format(line.method, line.path, line.headers, unique)
end

local shown = 0
function response(status, _, text)
  if status >= 400 and shown < 2 then
    shown = shown + 1
    io.stderr:write("HTTP " .. status .. " " .. text:sub(1, 300) .. "\n")
  end
end
