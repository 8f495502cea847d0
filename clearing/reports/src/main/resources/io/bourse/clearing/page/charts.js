(function () {
  'use strict';
  var COLOURS = ['#2f5d8a', '#c8742a', '#1b7f4b', '#7a4fa3', '#9fb4c9', '#8a94a0', '#b3261e', '#4aa3a2', '#b59a1c'];
  // A name, not 'inherit': widths of texts are measured with it.
  var FAMILY = window.getComputedStyle(document.body).fontFamily;
  var FONT = 11;
  var ROW = 20;
  var LINE = 13;
  var PAPER = 880;

  function digits(most) {
    return new Intl.NumberFormat('en-US', {maximumFractionDigits: most});
  }

  function time(us) {
    if (us >= 1e6) {
      return digits(2).format(us / 1e6) + ' s';
    }
    if (us >= 1e3) {
      return digits(2).format(us / 1e3) + ' ms';
    }
    return us >= 1 ? digits(us >= 100 ? 0 : 1).format(us) + ' us' : digits(0).format(us * 1e3) + ' ns';
  }

  function percentile(oneIn) {
    return oneIn <= 1 ? '0 %' : digits(6).format(100 - 100 / oneIn) + ' %';
  }

  function formatter(format) {
    if (format === 'us') {
      return time;
    }
    if (format === 'percentile') {
      return percentile;
    }
    return function (value) {
      return Math.abs(value) >= 1e4 ?
        new Intl.NumberFormat('en-US', {notation: 'compact', maximumFractionDigits: 2}).format(value) :
        digits(2).format(value);
    };
  }

  function extent(chart, axis, place) {
    var all = [];
    chart.series.forEach(function (series) {
      if (place === 0 || series.axis === axis) {
        series.points.forEach(function (point) { all.push(point[place]); });
      }
    });
    return [Math.min.apply(null, all), Math.max.apply(null, all)];
  }

  function labelWidth(chart, width) {
    return Math.min(160, Math.floor((width - 80) / Math.max(1, chart.x.categories.length)) - 2);
  }

  // Rows of a line of text that is broken between its words, as the chart breaks it.
  function rowsOf(line, characters) {
    var rows = 1;
    var used = 0;
    line.split(' ').forEach(function (word) {
      if (used > 0 && used + 1 + word.length > characters) {
        rows++;
        used = 0;
      }
      rows += Math.max(0, Math.ceil(word.length / characters) - 1);
      used += (used > 0 ? 1 : 0) + word.length % characters;
    });
    return rows;
  }

  function labelRows(chart, width) {
    if (chart.x.scale !== 'category') {
      return 1;
    }
    var characters = Math.max(1, Math.floor(labelWidth(chart, width) / 6.8));
    return Math.max.apply(null, chart.x.categories.map(function (name) {
      return name.split('\n').reduce(function (rows, line) { return rows + rowsOf(line, characters); }, 0);
    }));
  }

  function axis(chart, one, number, place, width) {
    var made = {type: one.scale, name: one.name, nameTextStyle: {fontSize: FONT, color: '#55606e'},
      axisLabel: {fontSize: FONT, hideOverlap: true}, splitLine: {lineStyle: {color: '#e4e9ee'}}};
    if (one.scale === 'category') {
      made.data = one.categories;
      made.axisLabel = {fontSize: FONT, interval: 0, width: labelWidth(chart, width), overflow: 'break',
        lineHeight: LINE, hideOverlap: false};
    } else {
      made.axisLabel.formatter = one.format === 'percentile' ? function (oneIn) {
        return percentile(oneIn).replace(' %', '');
      } : formatter(one.format);
    }
    if (one.scale === 'log') {
      var range = extent(chart, number, place);
      made.logBase = 10;
      made.min = Math.pow(10, Math.floor(Math.log10(range[0])));
      made.max = Math.max(10 * made.min, Math.pow(10, Math.ceil(Math.log10(range[1]) - 1e-9)));
      made.minorTick = {show: true, splitNumber: 9};
    }
    if (place === 0) {
      made.nameLocation = 'middle';
      made.nameGap = 26 + LINE * (labelRows(chart, width) - 1);
      if (one.scale === 'value') {
        made.min = 'dataMin';
        made.max = 'dataMax';
        made.axisLabel.showMaxLabel = false;
      }
      made.splitLine.show = one.scale === 'log';
    } else {
      made.nameLocation = 'end';
      made.nameTextStyle.align = number === 0 ? 'left' : 'right';
      made.splitLine.show = number === 0;
    }
    return made;
  }

  function series(chart, one) {
    var colour = COLOURS[one.colour % COLOURS.length];
    var made = {name: one.name, type: one.type, yAxisIndex: one.axis, data: one.points, itemStyle: {color: colour},
      emphasis: {disabled: true}};
    if (one.type === 'bar') {
      made.barMaxWidth = 46;
      if (one.style === 'stack') {
        made.stack = 'all';
      } else {
        made.label = {show: chart.x.categories.length < 7, position: 'top', fontSize: FONT, color: '#1c2430',
          formatter: function (item) { return formatter('number')(item.value[1]); }};
      }
      return made;
    }
    made.lineStyle = {width: 1.6, color: colour, type: one.style === 'dashed' ? 'dashed' : 'solid'};
    made.symbol = one.points.length > 40 ? 'none' : 'circle';
    made.symbolSize = 4;
    if (one.style === 'area') {
      made.areaStyle = {opacity: 0.18};
      made.lineStyle.width = 1;
      made.symbol = 'none';
    }
    if (one.style === 'points') {
      made.lineStyle.opacity = 0;
      made.symbol = 'circle';
    }
    return made;
  }

  // Lines upwards where something begins, with its name along them.
  function marked(chart, all) {
    if (chart.x.marks && all.length > 0) {
      all[0].markLine = {symbol: 'none', silent: true, animation: false, lineStyle: {color: '#8a94a0', type: 'dotted'},
        label: {formatter: '{b}', position: 'insideEndBottom', fontSize: FONT - 1, color: '#1c2430'},
        data: chart.x.marks.map(function (mark) { return {xAxis: mark.at, name: mark.name}; })};
    }
    return all;
  }

  function legendRows(chart, width) {
    var rows = 1;
    var used = 0;
    chart.series.forEach(function (one) {
      var item = 46 + 6.3 * one.name.length;
      if (used > 0 && used + item > width) {
        rows++;
        used = 0;
      }
      used += item;
    });
    return rows;
  }

  function option(chart, width) {
    return {
      animation: false,
      textStyle: {fontFamily: FAMILY},
      legend: {type: 'plain', top: 0, left: 0, itemGap: 14, itemWidth: 26, itemHeight: 7, textStyle: {fontSize: FONT}},
      grid: {left: 8, right: chart.x.format === 'percentile' ? 34 : chart.y.length > 1 ? 12 : 22,
        top: 8 + ROW * legendRows(chart, width) + (chart.y[0].name ? ROW : 0),
        bottom: (chart.x.name ? 30 : 6) + LINE * (labelRows(chart, width) - 1), containLabel: true},
      tooltip: {trigger: 'axis', confine: true, valueFormatter: function (value) {
        return value === null || value === undefined ? '' : formatter(chart.y[0].format)(value);
      }, axisPointer: {label: {formatter: function (at) {
        return chart.x.scale === 'category' ? at.value : formatter(chart.x.format)(at.value);
      }}}},
      xAxis: axis(chart, chart.x, 0, 0, width),
      yAxis: chart.y.map(function (one, number) { return axis(chart, one, number, 1, width); }),
      series: marked(chart, chart.series.map(function (one) { return series(chart, one); }))
    };
  }

  var drawn = JSON.parse(document.getElementById('charts').textContent).filter(function (chart) {
    return chart.series.some(function (one) { return one.points.length > 0; });
  }).map(function (chart) {
    var place = document.getElementById(chart.id);
    var image = echarts.init(place, null, {renderer: 'svg'});
    image.setOption(option(chart, image.getWidth()));
    return {chart: chart, image: image, isHalf: place.closest('.pair') !== null};
  });

  function resize(one, width) {
    one.image.resize({width: width});
    one.image.setOption(option(one.chart, one.image.getWidth()));
    one.image.getDom().querySelector('svg')
      .setAttribute('viewBox', '0 0 ' + one.image.getWidth() + ' ' + one.image.getHeight());
  }

  // Paper is narrower than the window, and its width is not known yet: the style fits the picture to it.
  window.addEventListener('beforeprint', function () {
    drawn.forEach(function (one) { resize(one, one.isHalf ? PAPER / 2 : PAPER); });
  });
  window.addEventListener('afterprint', function () {
    drawn.forEach(function (one) { resize(one, 'auto'); });
  });
  window.addEventListener('resize', function () {
    if (!window.matchMedia('print').matches) {
      drawn.forEach(function (one) { resize(one, 'auto'); });
    }
  });
}());
