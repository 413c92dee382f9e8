-- What wrk sends: the requests of `BENCH_REQUESTS`, one after the other, over all connections. Prints one line of JSON.
local ffi = require('ffi')
ffi.cdef('typedef struct { long s; long us; } bench_time; int gettimeofday(bench_time *, void *);')
local now = ffi.new('bench_time')
local function seconds()
  ffi.C.gettimeofday(now, nil)
  return tonumber(now.s) + tonumber(now.us) / 1e6
end

local requests = dofile(os.getenv('BENCH_REQUESTS'))
local once = os.getenv('BENCH_ONCE') == 'true'
local connections = tonumber(os.getenv('BENCH_CONNECTIONS'))
local sent, resting, began = 0, 0, nil

function request()
  began = began or seconds()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

if once then
  local asked = 0
  -- A connection asks for its next delay when its answer is complete. Once all of them rest, everything is answered.
  function delay()
    asked = asked + 1
    if asked <= #requests then return 0 end
    resting = resting + 1
    if resting == connections then
      io.write(string.format('{"seconds":%.6f}\n', seconds() - began))
      io.flush()
    end
    return 3600000
  end
end

-- A server that is never idle accepts one connection in each turn of its loop, so the last of many would wait for seconds.
local settle = tonumber(os.getenv('BENCH_SETTLE_MS') or '0')
if settle > 0 then
  local settled = 0
  function delay()
    settled = settled + 1
    return settled <= connections and settle or 0
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"answers":%d,"micros":%d,"p50":%.2f,"p99":%.2f,"refused":%d,"failed":%d}\n',
    summary.requests, summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
