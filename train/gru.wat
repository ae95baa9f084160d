;; The inner loops of the polarity model, four numbers at a time. Only additions, products and quotients of single precision,
;; in a fixed order: the same numbers on every machine. `assemble.ts` makes weights/gru.wasm of it.
(module
  (memory (export "memory") 1)

  ;; out = bias + matrix × x. The matrix lies in blocks of 16 rows, column after column; rows are a multiple of 16.
  (func (export "project")
    (param $out i32) (param $matrix i32) (param $x i32) (param $bias i32) (param $rows i32) (param $columns i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $s v128)
    (local $at i32) (local $end i32) (local $xEnd i32)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $rows) (i32.const 2))))
    (local.set $xEnd (i32.add (local.get $x) (i32.shl (local.get $columns) (i32.const 2))))
    (loop $blocks
      (local.set $a (v128.load offset=0 (local.get $bias)))
      (local.set $b (v128.load offset=16 (local.get $bias)))
      (local.set $c (v128.load offset=32 (local.get $bias)))
      (local.set $d (v128.load offset=48 (local.get $bias)))
      (local.set $at (local.get $x))
      (loop $columns
        (local.set $s (v128.load32_splat (local.get $at)))
        (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $s) (v128.load offset=0 (local.get $matrix)))))
        (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $s) (v128.load offset=16 (local.get $matrix)))))
        (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $s) (v128.load offset=32 (local.get $matrix)))))
        (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $s) (v128.load offset=48 (local.get $matrix)))))
        (local.set $matrix (i32.add (local.get $matrix) (i32.const 64)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br_if $columns (i32.lt_u (local.get $at) (local.get $xEnd))))
      (v128.store offset=0 (local.get $out) (local.get $a))
      (v128.store offset=16 (local.get $out) (local.get $b))
      (v128.store offset=32 (local.get $out) (local.get $c))
      (v128.store offset=48 (local.get $out) (local.get $d))
      (local.set $bias (i32.add (local.get $bias) (i32.const 64)))
      (local.set $out (i32.add (local.get $out) (i32.const 64)))
      (br_if $blocks (i32.lt_u (local.get $out) (local.get $end)))))

  ;; Lambert's fraction, right to a ten-thousandth up to where the curve is flat.
  (func $tanh (param $x v128) (result v128)
    (local $y v128)
    (local.set $x (f32x4.max (f32x4.splat (f32.const -4.97)) (f32x4.min (f32x4.splat (f32.const 4.97)) (local.get $x))))
    (local.set $y (f32x4.mul (local.get $x) (local.get $x)))
    (f32x4.div
      (f32x4.mul (local.get $x)
        (f32x4.add (f32x4.splat (f32.const 135135))
          (f32x4.mul (local.get $y) (f32x4.add (f32x4.splat (f32.const 17325))
            (f32x4.mul (local.get $y) (f32x4.add (f32x4.splat (f32.const 378)) (local.get $y)))))))
      (f32x4.add (f32x4.splat (f32.const 135135))
        (f32x4.mul (local.get $y) (f32x4.add (f32x4.splat (f32.const 62370))
          (f32x4.mul (local.get $y) (f32x4.add (f32x4.splat (f32.const 3150))
            (f32x4.mul (local.get $y) (f32x4.splat (f32.const 28))))))))))

  (func $sigmoid (param $x v128) (result v128)
    (f32x4.add (f32x4.splat (f32.const 0.5))
      (f32x4.mul (f32x4.splat (f32.const 0.5))
        (call $tanh (f32x4.mul (f32x4.splat (f32.const 0.5)) (local.get $x))))))

  ;; One word of a GRU: `word` and `old` hold the three gates' parts, one after the other; `state` is replaced, and copied to `out`.
  (func (export "step") (param $word i32) (param $old i32) (param $state i32) (param $out i32) (param $size i32)
    (local $bytes i32) (local $end i32) (local $reset v128) (local $keep v128) (local $new v128)
    (local.set $bytes (i32.shl (local.get $size) (i32.const 2)))
    (local.set $end (i32.add (local.get $state) (local.get $bytes)))
    (loop $units
      (local.set $reset (call $sigmoid (f32x4.add (v128.load (local.get $word)) (v128.load (local.get $old)))))
      (local.set $keep (call $sigmoid (f32x4.add
        (v128.load (i32.add (local.get $word) (local.get $bytes)))
        (v128.load (i32.add (local.get $old) (local.get $bytes))))))
      (local.set $new (call $tanh (f32x4.add
        (v128.load (i32.add (local.get $word) (i32.shl (local.get $bytes) (i32.const 1))))
        (f32x4.mul (local.get $reset)
          (v128.load (i32.add (local.get $old) (i32.shl (local.get $bytes) (i32.const 1))))))))
      (local.set $new (f32x4.add (local.get $new)
        (f32x4.mul (local.get $keep) (f32x4.sub (v128.load (local.get $state)) (local.get $new)))))
      (v128.store (local.get $state) (local.get $new))
      (v128.store (local.get $out) (local.get $new))
      (local.set $word (i32.add (local.get $word) (i32.const 16)))
      (local.set $old (i32.add (local.get $old) (i32.const 16)))
      (local.set $state (i32.add (local.get $state) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $units (i32.lt_u (local.get $state) (local.get $end))))))
